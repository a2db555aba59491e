import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';

// Sessions, tokens and displays write these at most once a minute, so a call a minute after the setup would include them.
const beats = {
  sessions: 'last_seen',
  embed_sessions: 'last_seen',
  players: 'last_seen',
  scim_tokens: 'last_used_at',
  embed_keys: 'last_used_at',
  sso_apps: 'last_used_at',
};

/** Keeps such writes from being due while we measure; ways-in.ts makes calls with one that is due. */
export async function stillBeats(owner: Client): Promise<void> {
  await owner.query('begin');
  await owner.query('set local session_replication_role = replica');
  for (const [table, column] of Object.entries(beats)) await owner.query(`update ${table} set ${column} = now() + interval '1 day'`);
  await owner.query('commit');
}

const patience = 30_000;

/**
 * Removes dead rows of rolled-back writes and samples the tables again. A vacuum keeps what an open snapshot might still see, so we wait
 * until there is none.
 */
export async function settle(owner: Client): Promise<void> {
  for (const deadline = Date.now() + patience; ; await pause(50)) {
    const { rows } = await owner.query(
      'select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and (backend_xmin is not null or xact_start is not null)',
    );
    if (rows.length === 0) break;
    if (Date.now() > deadline) throw new Error('A transaction has been open for half a minute.');
  }
  await owner.query('vacuum (analyze)');
}
