const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Compares values as jsonb stores them: the order of keys doesn't matter, and an undefined key is absent. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) => sameJson(one[key], other[key]));
}

/** The differences between two sets of facts with the same keys, as the audit log stores them. */
export function changes<Facts extends object>(before: Facts, after: Facts): { before: Partial<Facts>; after: Partial<Facts> } {
  // Because Object.keys loses the literal type.
  const names = (Object.keys(before) as (keyof Facts)[]).filter((name) => !sameJson(before[name], after[name]));
  // Because each value belongs to its own name.
  const only = (facts: Facts) => Object.fromEntries(names.map((name) => [name, facts[name]])) as Partial<Facts>;
  return { before: only(before), after: only(after) };
}
