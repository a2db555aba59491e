import { neon, neonConfig } from '@neondatabase/serverless';
import { atMost, type Bench, remark, times } from '../figure.ts';
import { getId, units } from '../fill.ts';
import { getSession } from '../sessions.ts';
import { interleaved, median, timed } from '../stats.ts';
import { smallWorld } from '../world.ts';

const columns = 'id, title, sort_key, group_id, created_at';
const page = 'order by sort_key, id limit 50';

export const bench: Bench = {
  name: 'enter',
  title: 'What the gate costs',
  async run({ share }) {
    const world = await smallWorld();
    const { sid } = await getSession(world, units[0], 1);
    const tenant = getId('tenant', units[0]);
    neonConfig.fetchEndpoint = world.endpoint;
    const [app, owner] = [world.urls.app, world.urls.owner].map((url) => neon(url, { disableWarningInBrowsers: true }));
    if (!app || !owner) throw new Error('no connection strings');
    const plainText = `select ${columns} from reports where tenant_id = $1 ${page}`;
    const sealed = () =>
      app.transaction([
        app.query('select app.enter($1::uuid, $2::bigint, $3::uuid, $4)', [sid, 1, tenant, 'reports.view']),
        app.query(`select ${columns} from reports ${page}`),
      ]);
    const plain = () => owner.query(plainText, [tenant]);
    const batchOfOne = () => owner.transaction([owner.query(plainText, [tenant])]);
    const [, rows] = await sealed();
    if (rows?.length !== 50 || (await plain()).length !== 50) throw new Error('The two sides do not read the same rows.');
    const rounds = Math.max(100, Math.round(1500 * share));
    const sides = { plain: () => timed(plain), batchOfOne: () => timed(batchOfOne), sealed: () => timed(sealed) };
    await interleaved(60, sides);
    const took = await interleaved(rounds, sides);
    const p50 = { plain: median(took.plain), batchOfOne: median(took.batchOfOne), sealed: median(took.sealed) };
    const how = `50 rows through Neon's driver and the local endpoint, p50 of ${rounds} in turns`;
    return [
      atMost(p50.sealed / p50.plain, 1.5, { name: 'sealed app.enter and row-level security against a plain query', how }),
      remark(times(p50.batchOfOne / p50.plain), { name: 'a batch of one against a plain query', how: 'same run: the transaction alone' }),
    ];
  },
};
