import type { Database } from '../../../db/client.ts';
import { batchRows } from '../../../domain/user-imports/limits.ts';
import type { Env } from '../../request/env.ts';
import { lockGroups, lockUsers } from '../../request/lock-people.ts';
import { sendMessage } from '../../request/messages.ts';
import { newId } from '../../services/ids.ts';
import { addGroups, batchGroups, batchPeople, holdLease, lockSeats, writeBatch } from './run-batch.sql.ts';
import { forManyRows } from './user-imports.sql.ts';

export type BatchWork = { env: Env; database: Pick<Database, 'withJob'>; tenant: string; now: number };

/**
 * The next 500 rows in one transaction and one trip. The import's row stays locked, so two messages run one after the other and a cancel
 * waits for the current batch; a Worker that is killed leaves either the whole batch or nothing. The tenant's row is locked before the
 * statement counts, so the seats that it counts are available when it writes (MR422 would undo the batch). Returns what is left to do.
 */
export async function runBatch({ env, database, tenant, now }: BatchWork, id: string): Promise<void> {
  const ids = Array.from({ length: batchRows }, () => newId(now));
  const [, , , , , , { rows }] = await database.withJob(tenant, (db) => [
    forManyRows(db),
    holdLease(db, id),
    // Users, groups, and then the tenant's row: the lock order of every write.
    lockUsers(db, batchPeople(id)),
    lockGroups(db, batchGroups(id)),
    lockSeats(db, id),
    addGroups(db, id),
    writeBatch(db, id, ids),
  ]);
  const [outcome] = rows;
  if (!outcome) return;
  if (outcome.state === 'running') await sendMessage(env, { kind: 'user-import', tenant, id });
  if (outcome.invited > 0 || outcome.state === 'done') await sendMessage(env, { kind: 'outbox', tenant });
}
