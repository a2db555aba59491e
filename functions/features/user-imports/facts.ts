import { isNull } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { userGroups } from '../../../db/schema/user-groups.ts';
import { mayGive } from '../../../domain/access/giving.ts';
import { checkValues } from '../../../domain/custom-fields/check-values.ts';
import type { CustomField } from '../../../domain/custom-fields/field.ts';
import { readTyped, type ValueProblem } from '../../../domain/custom-fields/value.ts';
import type { Language } from '../../../domain/session/languages.ts';
import { fold } from '../../../domain/text/fold.ts';
import type { Choices, FixedValues } from '../../../domain/user-imports/contract.ts';
import type { RowProblem } from '../../../domain/user-imports/limits.ts';
import type { ValuesForAll } from '../../../domain/user-imports/options.ts';
import { endOfDay, type RowFacts } from '../../../domain/user-imports/read-row.ts';
import type { SessionContext } from '../../request/context.ts';
import { getFields } from '../custom-fields/index.ts';

/** The result of `fieldsQuery`. */
export type FoundFields = Parameters<typeof getFields>[0];

/** The unit's data that rows are checked against; two queries of a batch, read by `getFacts`. */
export const getGroups = (db: Db) =>
  db
    .select({ key: userGroups.sortKey, name: userGroups.name })
    .from(userGroups)
    .where(isNull(userGroups.deletedAt))
    .orderBy(userGroups.sortKey, userGroups.id);
type FoundGroups = Awaited<ReturnType<typeof getGroups>>;

export async function getFacts(
  ctx: SessionContext,
  found: { groups: FoundGroups; fields: FoundFields; choices: Choices; fixed: FixedValues },
): Promise<RowFacts> {
  const { getCountry, readPhone } = await import('../../../domain/users/phone.ts');
  const country = getCountry(ctx.tenant.zone);
  const groups = new Map(found.groups.map(({ key, name }) => [key, name]));
  return {
    kind: ctx.tenant.kind,
    gives: (profile) => mayGive(ctx.session, { profile }),
    language: getLanguage(ctx),
    zone: ctx.tenant.zone,
    now: new Date(ctx.clock.now()),
    phone: (text) => readPhone(text, country),
    groups,
    makesGroups: found.choices.makeGroups,
    custom: readCustom(getFields(found.fields), getLanguage(ctx)),
  };
}

/** Groups for all rows that the unit doesn't have and that may not be created. */
export function unknownGroups({ groups, makesGroups }: RowFacts, fixed: FixedValues): string[] {
  return makesGroups ? [] : fixed.groups.filter((name) => !groups.has(fold(name)));
}

/** The values for all rows as written; null where the day is already over. */
export function valuesForAll(fixed: FixedValues, { groups, language, zone, now }: RowFacts): ValuesForAll | null {
  const until = fixed.expiresAt ? endOfDay(fixed.expiresAt, language, zone) : null;
  if (fixed.expiresAt && (!until || until <= now)) return null;
  return {
    ...(fixed.profile ? { profile: fixed.profile } : {}),
    ...(fixed.language ? { language: fixed.language } : {}),
    ...(until ? { expiresAt: until.toISOString() } : {}),
    groups: fixed.groups.map((name) => ({ key: fold(name), name: groups.get(fold(name)) ?? name.trim() })).filter(({ key }) => key !== ''),
  };
}

const codes: Partial<Record<ValueProblem, RowProblem>> = {
  required: 'required',
  too_long: 'too_long',
  too_small: 'custom_too_small',
  too_large: 'custom_too_large',
  decimals: 'custom_decimals',
  pattern: 'custom_pattern',
  not_an_option: 'custom_not_an_option',
  retired: 'custom_retired',
};

/** Reads the texts of custom fields in the format of the language; a row without a required one fails (BEHAVIOUR 10). */
const readCustom =
  (fields: readonly CustomField[], language: Language): RowFacts['custom'] =>
  (typed) => {
    const input = Object.fromEntries(
      fields.filter(({ key }) => typed[key]).map((field) => [field.key, readTyped(field, typed[field.key] ?? '', language)]),
    );
    const { values, problems } = checkValues({ fields, input, before: null, by: 'import' });
    return { values, problems: Object.fromEntries(Object.entries(problems).map(([key, problem]) => [key, codes[problem] ?? 'invalid'])) };
  };

export const getLanguage = (ctx: SessionContext): Language => ctx.language ?? ctx.tenant.language;
