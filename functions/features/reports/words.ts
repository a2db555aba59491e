import { type SQL, sql } from 'drizzle-orm';
import { searchWords } from '../../../domain/text/fold.ts';

/** Every word of the query must begin some word of the report; answered by the index of (tenant, word). */
export function matchesWords(query: string | undefined): SQL {
  const words = searchWords(query ?? '').slice(0, 8);
  if (words.length === 0) return sql`true`;
  return sql.join(
    words.map(
      (word) =>
        sql`r.id in (select w.report_id from report_words w where w.tenant_id = (select app.tenant_id()) and starts_with(w.word, ${word}))`,
    ),
    sql` and `,
  );
}
