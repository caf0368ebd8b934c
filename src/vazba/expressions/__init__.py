"""Expressions over parameters and time, read by a safe grammar: text of a model file can never run code."""

from vazba.expressions.expression import MAX_STACK, Expression, Program, parse, smooth, unknown_name
from vazba.expressions.grammar import ExpressionError
from vazba.expressions.parameters import evaluate_parameters, name_fault

__all__ = [
    "MAX_STACK",
    "Expression",
    "ExpressionError",
    "Program",
    "evaluate_parameters",
    "name_fault",
    "parse",
    "smooth",
    "unknown_name",
]
