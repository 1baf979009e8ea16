"""Check digits and dates inside identity numbers."""

from __future__ import annotations

_KOREAN_WEIGHTS = (2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5)
_CHINESE_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)


def only_digits(text: str) -> str:
    """The digits of a text, without what separates them."""
    return "".join(char for char in text if "0" <= char <= "9")


def luhn(digits: str) -> bool:
    """Whether the last digit is the check digit that card numbers carry."""
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (1 + place % 2)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def barcode(digits: str) -> bool:
    """Whether 13 digits are an article number (EAN), which in Korea begins as a year of birth does."""
    return (sum(map(int, digits[0:12:2])) + 3 * sum(map(int, digits[1:12:2])) + int(digits[12])) % 10 == 0


def korean_check(digits: str) -> bool:
    """Whether 13 digits end in the check digit of a resident (or, two later, a foreigner) number given until 2020."""
    total = sum(int(digit) * weight for digit, weight in zip(digits, _KOREAN_WEIGHTS, strict=False))
    check = (11 - total % 11) % 10
    foreign = digits[6] in "5678"
    return int(digits[12]) in {check, (check + 2) % 10 if foreign else check}


def chinese_check(number: str) -> bool:
    """Whether 18 characters end in the check character of a Chinese identity number."""
    total = sum(int(digit) * weight for digit, weight in zip(number, _CHINESE_WEIGHTS, strict=False))
    return "10X98765432"[total % 11] == number[17].upper()


def birth_date(digits: str) -> bool:
    """Whether six digits may be a date of birth, YYMMDD."""
    month, day = int(digits[2:4]), int(digits[4:6])
    return 1 <= month <= 12 and 1 <= day <= (29 if month == 2 else 30 if month in (4, 6, 9, 11) else 31)
