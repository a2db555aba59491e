import { NeonDbError } from '@neondatabase/serverless';
import { type SQL, sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import { parties } from '../../../db/schema/customers.ts';
import { customerProblems, keptCustomer } from '../../../domain/customers/customer.ts';
import { type CustomerDraft, type CustomerField, customerFields } from '../../../domain/customers/fields.ts';
import { AppError, type ErrorCode } from '../../../domain/errors/catalogue.ts';
import { invalidInput } from '../../../domain/errors/invalid-input.ts';
import { fold } from '../../../domain/text/fold.ts';

export type Given = Omit<CustomerDraft, 'invoiceEmails'> & { invoiceEmails: string[] };

/** The fields as they are stored; throws for the first one that is wrong. `within` is its path in a larger form. */
export async function keptFields(given: Given, within = ''): Promise<CustomerDraft> {
  const { readPhone } = await import('../../../domain/users/phone.ts');
  const problems = customerProblems(given, readPhone);
  const wrong = customerFields.find((field) => problems[field]);
  if (wrong) {
    const name = `${within}${wrong}`;
    if (problems[wrong] === 'required') throw new AppError('required', { name }, { field: name });
    throw invalidInput(name, problems[wrong]);
  }
  const kept = keptCustomer(given);
  return { ...kept, commercialPhone: readPhone(kept.commercialPhone, kept.country) ?? '' };
}

/** All fields that would be refused, including numbers that are taken; a draft without numbers costs no trip. */
export async function refusedFields(
  given: Given,
  kind: 'client' | 'partner',
  find: (query: SQL) => Promise<{ document: boolean; code: boolean }>,
) {
  const { readPhone } = await import('../../../domain/users/phone.ts');
  const problems = customerProblems(given, readPhone);
  const kept = keptCustomer(given);
  const has = (column: SQL, value: string) =>
    sql`(${value} <> '' and exists (select from parties c where c.kind = ${kind} and c.deleted_at is null and ${column} = ${value}))`;
  const taken =
    kept.document || kept.customerCode
      ? await find(sql`select ${has(sql`c.document`, kept.document)} as document, ${has(sql`c.customer_code`, kept.customerCode)} as code`)
      : { document: false, code: false };
  return [
    ...customerFields.flatMap((field) => (problems[field] ? [{ field, code: problems[field] }] : [])),
    ...(taken.document && !problems.document ? [{ field: 'document' as const, code: 'document_taken' as const }] : []),
    ...(taken.code && !problems.customerCode ? [{ field: 'customerCode' as const, code: 'customer_code_taken' as const }] : []),
  ];
}

const stored = (field: CustomerField, party: CustomerDraft): SQL => {
  if (field === 'invoiceEmails') return sql`array(select jsonb_array_elements_text(${JSON.stringify(party.invoiceEmails)}::jsonb))`;
  return sql`${party[field] || null}::text`;
};

/** The columns of a client or partner with their values, in a fixed order: one for each field, and empty text as null. */
export const getColumns = (party: CustomerDraft): readonly (readonly [SQL, SQL])[] => [
  ...customerFields.map((field) => [sql`${sql.identifier(parties[field].name)}`, stored(field, party)] as const),
  [sql`sort_key`, sql`${fold(party.fantasyName)}::text`],
];

/** The audit row's facts of a client or partner: the fields that are not empty. */
const getFacts = (party: CustomerDraft): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(party).filter(([, value]) => value !== '' && (value as readonly string[]).length !== 0)),
  ); // because a field is a text or a list

/** One statement: the client or partner and its audit row. `ofTenant` is the partner's tenant. */
export function insertCustomer(party: CustomerDraft, at: { id: string; ofTenant: string | null; address: string; requestId: string }): SQL {
  const columns = getColumns(party);
  const names = sql.join(
    columns.map(([name]) => name),
    sql`, `,
  );
  const values = sql.join(
    columns.map(([, value]) => value),
    sql`, `,
  );
  return sql`with w as (insert into parties (id, kind, of_tenant_id, ${names})
      values (${at.id}::uuid, ${at.ofTenant ? 'partner' : 'client'}, ${at.ofTenant}::uuid, ${values}) returning id)
    ${auditEach(at, { what: 'party.add', row: sql`w.id`, facts: { after: sql`${getFacts(party)}::jsonb` }, from: sql`w` })}`;
}

const taken: Record<string, [ErrorCode, string]> = {
  parties_document: ['document_taken', 'document'],
  parties_code: ['customer_code_taken', 'customerCode'],
};

/**
 * Refuses a number or code used by another client or partner of the same kind. The database decides, so two concurrent writers can't both
 * succeed.
 */
export async function orTaken<T>(work: Promise<T>, within = ''): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const [code, field] = (error instanceof NeonDbError && error.code === '23505' && taken[error.constraint ?? '']) || [];
    if (code && field) throw new AppError(code, undefined, { field: `${within}${field}` });
    throw error;
  }
}
