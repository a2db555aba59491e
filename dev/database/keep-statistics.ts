import type { OwnerSql } from './owner.ts';

const fiveSeconds = 5_000;

// The threshold of Postgres's own autovacuum: fifty rows and a tenth of the table.
const changed = `select format('%I.%I', s.schemaname, s.relname) as name from pg_stat_user_tables s
  where s.schemaname = 'public' and s.n_mod_since_analyze > 50 + 0.1 * s.n_live_tup`;

/**
 * Keeps the planner's statistics current, which autovacuum does for a real Postgres and PGlite doesn't. Without them the planner takes
 * thousands of freshly imported people for five, and lists of them take minutes. The returned function stops it.
 */
export function keepStatistics(
  owner: { atOnce<Result>(work: (sql: OwnerSql) => Promise<Result>): Promise<Result> },
  everyMs = fiveSeconds,
): () => void {
  let isBusy = false;
  const look = async () => {
    if (isBusy) return;
    isBusy = true;
    try {
      await owner.atOnce(async (sql) => {
        const { rows } = await sql.query(changed);
        if (rows.length > 0) await sql.exec(`analyze ${rows.map(({ name }) => name).join(', ')}`);
      });
    } catch {
      // The database is stopping or overloaded: the next run catches up.
    } finally {
      isBusy = false;
    }
  };
  const timer = setInterval(() => void look(), everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
