/** Why it isn't known which capacity of the report service one in Azure is; `elsewhere`: only the unit that controls it can ask there. */
export const mismatches = ['several', 'none', 'one', 'unlisted', 'elsewhere'] as const;
type Mismatch = (typeof mismatches)[number];

type Named = { id: string; name: string; sku: string };
type Matched<Listed extends Named> = { id: string | null; mismatch: Mismatch; choices: Listed[] };

/**
 * The service's capacities of one name: one is a match without doubt, of none or several a person chooses. Nothing can be chosen where the
 * service lists none to the account, or refuses to list them (null).
 */
export function matchByName<Listed extends Named>(
  listed: readonly Listed[] | null,
  { name, size }: { name: string; size: string | null },
): Matched<Listed> {
  const all = listed ?? [];
  const named = all.filter((one) => one.name.toLowerCase() === name.toLowerCase());
  const sized = named.filter((one) => one.sku === size);
  const [match, ...others] = named.length > 1 && sized.length > 0 ? sized : named;
  if (match && others.length === 0) return { id: match.id, mismatch: 'one', choices: [match] };
  const mismatch = all.length === 0 ? 'unlisted' : match ? 'several' : 'none';
  return { id: null, mismatch, choices: match ? named : [...all] };
}
