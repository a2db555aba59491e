import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { testTask } from '../../../domain/automatic-actions/contract.ts';
import { obstacles } from '../../../domain/automatic-actions/run.ts';
import { decideWake } from '../../../domain/automatic-actions/wake.ts';
import { toFlag } from '../../../domain/contract/flag.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { ServiceError } from '../../services/report-service/port.ts';
import { powerBi, serviceAddresses } from '../../services/report-service/powerbi.ts';
import { getPeople } from '../maintenance/index.ts';
import { serviceCodes } from '../reports/index.ts';
import { type FoundStanding, readStanding, toStanding } from './standing.ts';

const effectRow = raw('tasks.test', { people: 'int4?', running: 'int4' });
/** How many people a maintenance of the task's target would meet, and how many windows of it run now. */
const readEffect = (db: Db, id: string) =>
  effectRow(
    db,
    sql`with k as materialized (select k.* from tasks k where k.id = ${id}::uuid and k.type = 'maintenance')
      select (select count(*)::int from (${getPeople(sql`(select k.tenant_id, k.target_kind as target, k.target_id from k)`)}) p) as people,
        (select count(*)::int from maintenance m, k where m.target = k.target_kind and m.target_id is not distinct from k.target_id
          and m.cancelled_at is null and m.starts_at < app.now() and m.ends_at > app.now()) as running`,
  );

const paused = ['paused', 'stopping'];
function capacityProblem({ type, capacity, is_controlled, wake_outside }: FoundStanding, now: Date): string | null {
  if (type === 'capacity') return is_controlled ? null : 'elsewhere';
  if (type !== 'dataset' || !capacity || !paused.includes(capacity.state)) return null;
  const decided = decideWake({ wakeOutside: wake_outside, capacity }, now);
  return 'skips' in decided ? decided.skips : null;
}

/** Asks the service for the model's last refresh, as a run would find it. */
async function serviceProblem(ctx: SessionContext, { model }: FoundStanding): Promise<string | null> {
  if (!model?.account) return null;
  const { id, secretSealed, ...account } = model.account;
  const place = { tenantId: ctx.session.tenant, table: 'service_accounts', rowId: id, column: 'secret_sealed' };
  try {
    const secret = await ctx.sealer.open(secretSealed, place);
    const [last] = await powerBi(serviceAddresses(ctx.env)).refreshes({ ...account, secret }, model.workspaceId, model.datasetId, 1);
    return last?.outcome === 'running' ? 'already' : null;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return serviceCodes[error.code];
  }
}

export const testOneTask = bind(testTask, async ({ id }, ctx) => {
  const [found, effect] = await ctx.database.withTenant(getEntry(ctx, 'automation.manage'), (db) => [
    readStanding(db, id),
    readEffect(db, id),
  ]);
  const standing = toStanding(found);
  if (!standing) throw new AppError('not_found');
  const { row } = standing;
  const { owner, target, account } = obstacles(standing);
  const capacity = capacityProblem(row, new Date(ctx.clock.now()));
  const { people, running } = effect.rows[0] ?? { people: null, running: 0 };
  const effectProblem = async () => {
    if (row.action === 'end') return running > 0 ? null : 'already';
    return target || account || (capacity && row.type === 'dataset') ? null : serviceProblem(ctx, row);
  };
  const reasons = { owner, target, account, capacity, effect: await effectProblem() };
  const steps = (['owner', 'target', 'account', 'capacity', 'effect'] as const).map((step) => ({
    step,
    ok: toFlag(reasons[step] === null),
    reason: reasons[step],
  }));
  return { steps, people: row.type === 'maintenance' ? people : null };
});
