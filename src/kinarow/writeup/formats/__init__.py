"""Documents printed: HTML, Markdown, Typst and by it PDF, and the mathematics in them."""
