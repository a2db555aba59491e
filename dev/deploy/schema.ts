import { type Migration, readMigrations } from '../../db/migrate.ts';

/** Changes in a migration that break an older version of the Worker. */
const breaking: [RegExp, string][] = [
  [/\bdrop\s+table\b/i, 'drops a table'],
  [/\bdrop\s+column\b/i, 'drops a column'],
  [/\bdrop\s+function\b/i, 'drops or replaces a function'],
  [/\brename\s+(column|to|constraint)\b/i, 'renames something'],
  [/\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b/i, 'changes the type of a column'],
  [/\balter\s+column\s+\S+\s+set\s+not\s+null\b/i, 'demands a value of an existing column'],
  [
    /\badd\s+column\s+(?:(?!\bdefault\b|,|;|--)[\s\S])*\bnot\s+null\b(?!(?:(?!,|;|--)[\s\S])*\b(default|generated)\b)/i,
    'adds a column that demands a value',
  ],
];

const withoutComments = (sql: string) => sql.replace(/--(?!>).*$/gm, '').replace(/\/\*[\s\S]*?\*\//g, '');

/** Lists what an older version might miss after the migration; empty means that both versions work on the same database. */
export function breakingChanges({ name, sql }: Pick<Migration, 'name' | 'sql'>): string[] {
  const text = withoutComments(sql);
  return breaking.filter(([pattern]) => pattern.test(text)).map(([, what]) => `${name} ${what}`);
}

/** The breaking changes after a migration, which is that of an earlier version of the Worker. */
export async function breakingSince(folder: string, last: string): Promise<string[]> {
  const migrations = await readMigrations(folder);
  return migrations.filter(({ name }) => name > last).flatMap(breakingChanges);
}
