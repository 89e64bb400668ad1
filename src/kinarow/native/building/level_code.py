"""The function by which a library says what the machine can run, in LLVM's notation.

For x86-64 it asks the processor (cpuid), and whether the system keeps the registers of vectors
(xgetbv): without that, their instructions fault. Numbers are those of `native/levels.py`.
"""

from __future__ import annotations

from kinarow.native.levels import LEVEL_FUNCTION

_PLAIN = """
define i32 @{name}() {{
  ret i32 1
}}
"""

# cpuid 1, ecx: SSE3, SSSE3, CX16, SSE4.1, SSE4.2, POPCNT; then FMA, MOVBE, OSXSAVE, AVX, F16C.
_V2 = 1 << 0 | 1 << 9 | 1 << 13 | 1 << 19 | 1 << 20 | 1 << 23
_V3 = 1 << 12 | 1 << 22 | 1 << 27 | 1 << 28 | 1 << 29
_KEEPS_STATE = 1 << 27
# cpuid 7, ebx: BMI1, AVX2, BMI2; then AVX512 F, DQ, CD, BW, VL. ecx: BITALG, VPOPCNTDQ.
_V3_MORE = 1 << 3 | 1 << 5 | 1 << 8
_V4 = 1 << 16 | 1 << 17 | 1 << 28 | 1 << 30 | 1 << 31
_POPCNT = 1 << 12 | 1 << 14
# cpuid 0x80000001, ecx: LAHF; LZCNT.
_LAHF, _LZCNT = 1 << 0, 1 << 5
# xgetbv 0: the registers of SSE and AVX; and those of AVX-512.
_AVX_STATE, _AVX512_STATE = 0x6, 0xE6


def _has(value: str, bits: int, name: str) -> str:
    return f"""  %{name}_bits = and i32 {value}, {bits}
  %{name} = icmp eq i32 %{name}_bits, {bits}
"""


_CPUID = (
    '{{i32, i32, i32, i32}} asm sideeffect "cpuid", '
    '"={{ax}},={{bx}},={{cx}},={{dx}},{{ax}},{{cx}},~{{dirflag}},~{{fpsr}},~{{flags}}"'
    "(i32 {leaf}, i32 0)"
)


def _cpuid(name: str, leaf: int) -> str:
    return f"  %{name} = call {_CPUID.format(leaf=leaf)}\n"


def _register(name: str, leaf: str, number: int) -> str:
    return f"  %{name} = extractvalue {{i32, i32, i32, i32}} %{leaf}, {number}\n"


def _x86_64() -> str:
    return "".join([
        f"define i32 @{LEVEL_FUNCTION}() {{\nentry:\n",
        _cpuid("leaf0", 0), _register("most", "leaf0", 0),
        _cpuid("leaf1", 1), _register("one", "leaf1", 2),
        _cpuid("more0", 0x80000000), _register("more_most", "more0", 0),
        "  %knows_more = icmp ugt i32 %more_most, 2147483648\n",
        _has("%one", _V2, "v2_instructions"),
        "  %v2_possible = and i1 %v2_instructions, %knows_more\n",
        "  br i1 %v2_possible, label %ask_v2, label %no_level\n",
        "no_level:\n  ret i32 1\n",
        "ask_v2:\n",
        _cpuid("more1", 0x80000001), _register("more", "more1", 2),
        _has("%more", _LAHF, "lahf"), _has("%more", _LZCNT, "lzcnt"),
        _has("%one", _V3 | _KEEPS_STATE, "v3_first"),
        "  %knows_seven = icmp uge i32 %most, 7\n",
        "  %v3_with_lzcnt = and i1 %v3_first, %lzcnt\n",
        "  %v3_possible = and i1 %v3_with_lzcnt, %knows_seven\n",
        "  %v3_or_less = and i1 %v3_possible, %lahf\n",
        "  %two = select i1 %lahf, i32 2, i32 1\n",
        "  br i1 %v3_or_less, label %ask_v3, label %no_v3\n",
        "no_v3:\n  ret i32 %two\n",
        "ask_v3:\n",
        '  %kept = call {i32, i32} asm sideeffect "xgetbv", '
        '"={ax},={dx},{cx},~{dirflag},~{fpsr},~{flags}"(i32 0)\n',
        "  %state = extractvalue {i32, i32} %kept, 0\n",
        _cpuid("leaf7", 7), _register("seven", "leaf7", 1), _register("seven_more", "leaf7", 2),
        _has("%state", _AVX_STATE, "keeps_avx"), _has("%state", _AVX512_STATE, "keeps_avx512"),
        _has("%seven", _V3_MORE, "v3_second"), _has("%seven", _V4, "v4_instructions"),
        _has("%seven_more", _POPCNT, "counts"),
        "  %v3 = and i1 %v3_second, %keeps_avx\n",
        "  %v4_kept = and i1 %v4_instructions, %keeps_avx512\n",
        "  %v4 = and i1 %v4_kept, %v3\n",
        "  %v4_counting = and i1 %v4, %counts\n",
        "  %third = select i1 %v3, i32 3, i32 2\n",
        "  %fourth = select i1 %v4, i32 4, i32 %third\n",
        "  %fifth = select i1 %v4_counting, i32 5, i32 %fourth\n",
        "  ret i32 %fifth\n}\n",
    ])  # fmt: skip


def level_function(architecture: str) -> str:
    """The function for an architecture, as LLVM names it."""
    return _x86_64() if architecture == "x86_64" else _PLAIN.format(name=LEVEL_FUNCTION)
