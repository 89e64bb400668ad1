"""Documents written to files: PDF, HTML or Markdown, by the name of the file."""

from __future__ import annotations

from pathlib import Path

from kinarow.errors import KinarowError, told_of_file
from kinarow.writeup.document import Document
from kinarow.writeup.formats.html import as_html
from kinarow.writeup.formats.markdown import as_markdown
from kinarow.writeup.formats.typst import pdf_and_remark, require_typst
from kinarow.writing import check_writable, write_whole

FORMATS = (".pdf", ".html", ".md")


def check_document(path: Path) -> None:
    """Complain before the work is done, not after."""
    if path.suffix not in FORMATS:
        raise KinarowError(f"{path}: a report must be a .pdf, .html or .md file")
    check_writable(path)
    pictures = _pictures(path)
    if path.suffix == ".md" and pictures.exists() and not pictures.is_dir():
        raise KinarowError(f"{pictures} is in the way: the pictures' folder has that name")
    if path.suffix == ".pdf":
        require_typst()


def save_document(document: Document, path: Path) -> str:
    """Write a document; with Markdown, its pictures into a folder beside it. What must be said of
    the file, such as letters without a font, is returned."""
    remark = ""
    with told_of_file(path, "cannot be written"):
        if path.suffix == ".pdf":
            pages, remark = pdf_and_remark(document)
            write_whole(path, pages)
        elif path.suffix == ".html":
            write_whole(path, as_html(document).encode())
        else:
            folder = _pictures(path)
            folder.mkdir(exist_ok=True)
            for figure in document.figures():
                write_whole(folder / f"{figure.name}.svg", figure.svg.encode())
            # Last, so that a text is never without its pictures.
            write_whole(path, as_markdown(document, folder.name).encode())
    return remark


def _pictures(path: Path) -> Path:
    return path.with_name(f"{path.stem}-figures")
