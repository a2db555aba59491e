import { expect } from 'vitest';
import { query } from './database.ts';

/** A text taken out of a function of the database, and what stands in its place; without a text to find it is the whole body. */
export type Fault = { name: string; find: string; put?: string };

const definition = async (name: string) => {
  const [row] = await query(
    "select pg_get_functiondef(p.oid) as text from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'app' and p.proname = $1",
    [name],
  );
  return String(row?.text);
};
/** A text as a pattern: how a function is broken into lines doesn't matter. */
const getPattern = (find: string) => new RegExp(find.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\s+/g, '\\s+'));
const broken = (text: string, { find, put = '' }: Fault) =>
  find
    ? text.replace(getPattern(find), () => put)
    : text.replace(/AS \$function\$[\s\S]*\$function\$/, () => `AS $function$ ${put} $function$`);

/** Removes the checks, does the work and puts them back; a fault that is no longer in the function's text fails. */
export async function withFaults<Result>(faults: readonly Fault[], work: () => Promise<Result>): Promise<Result> {
  const before: string[] = [];
  try {
    for (const fault of faults) {
      const text = await definition(fault.name);
      before.unshift(text);
      const without = broken(text, fault);
      expect(without, fault.find).not.toBe(text);
      await query(without);
    }
    return await work();
  } finally {
    for (const text of before) await query(text);
  }
}
