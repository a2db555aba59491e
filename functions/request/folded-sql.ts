import { type SQL, sql } from 'drizzle-orm';

/** Text folded like a stored sort key. */
export const folded = (text: SQL): SQL => sql`regexp_replace(normalize(lower(${text}), NFKD), '[\\u0300-\\u036f]', '', 'g')`;

/** Whether a text without a stored key contains these folded letters. */
export const foldedHas = (text: SQL, part: string): SQL => sql`position(${part} in ${folded(text)}) > 0`;
