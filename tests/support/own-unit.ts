import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { demoTenant } from '../../dev/demo/catalog.ts';
import { jobs } from '../../domain/jobs/plan.ts';
import { fold } from '../../domain/text/fold.ts';
import { query, sqlAs } from './database.ts';
import { makeTenant } from './make-tenant.ts';
import { portal } from './world.ts';

const vendas = ['Vendas por loja', 'Coleções', 'Vendedores', 'Pedidos do atacado'];
const gestao = ['Fluxo de caixa', 'Inadimplência', 'Resultado mensal', 'Eficiência dos teares', 'Paradas de tear', 'Estoque de fios'];

export type OwnUnit = {
  /** The short name of its host, as `getUrl` takes it. */
  host: string;
  admin: string;
  viewer: string;
  /** What an administrator copies from the directory into the account's form. */
  principal: { directoryId: string; appId: string; secret: string; subscriptionId: string; resourceGroup: string; workspaceId: string };
  /** Two workspaces: the reports of the first have a model with rules, those of the second none. */
  workspaces: { name: string; reports: string[] }[];
};

/**
 * A business unit for one test in the running portal: two people, nothing published, and a separate service principal at the stand-in.
 * The people have the tests' common password.
 */
export async function makeOwnUnit(): Promise<OwnUnit> {
  const mark = randomUUID().slice(0, 8);
  const host = `unidade-${mark}`;
  const tenant = await makeTenant({ parent: demoTenant('numera'), host: `${host}.localhost`, name: 'Malharia Ipê' });
  const person = async (name: string, profile: 'admin' | 'user') => {
    const email = `${profile}-${mark}@ipe.test`;
    await query(
      `with a as (insert into accounts (id, email, password)
        select gen_random_uuid(), $3, password
        from accounts
        where email = 'admin@vertice.test'
        returning id)
        insert into users (tenant_id, id, account_id, email, name, sort_key, profile) select $1, $2, a.id, $3, $4, $5, $6 from a`,
      [tenant.id, randomUUID(), email, name, fold(name), profile],
    );
    return email;
  };
  const subscriptionId = randomUUID();
  const directory = {
    directoryId: randomUUID(),
    appId: randomUUID(),
    secret: `ipe~${mark}-secret`,
    subscriptionId,
    resourceGroup: 'rg-ipe',
  };
  const datasets = [
    { id: randomUUID(), name: 'Vendas', subject: 'sales', roles: { Regional: 'region' } },
    { id: randomUUID(), name: 'Gestão', subject: 'finance', roles: {} },
  ];
  const names = [vendas, gestao];
  const workspaces = ['Ipê Comercial', 'Ipê Gestão'].map((name, at) => ({
    ...{ id: randomUUID(), name, datasets: datasets.slice(at, at + 1) },
    reports: names[at]?.map((title) => ({ id: randomUUID(), name: title, datasetId: datasets[at]?.id })),
  }));
  const answer = await fetch(`${portal().reportService}/__sim/principals`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...directory, workspaces }),
  });
  if (!answer.ok) throw new Error(`The stand-in took no principal: ${answer.status} ${await answer.text()}`);
  return {
    host,
    admin: await person('Iolanda Freire', 'admin'),
    viewer: await person('Caetano Brandão', 'user'),
    principal: { ...directory, workspaceId: workspaces[0]?.id ?? '' },
    workspaces: workspaces.map(({ name }, at) => ({ name, reports: names[at] ?? [] })),
  };
}

const plan = JSON.stringify(Object.entries(jobs).map(([name, { every, at, missed }]) => ({ name, every, at, missed })));

/** The jobs that a tick would still send messages for. */
async function dueJobs(): Promise<string[]> {
  const ask = sqlAs('job');
  const [, due] = await ask.transaction([
    ask`select app.enter_job(null)`,
    ask.query("select name from app.due($1::jsonb, interval '15 minutes')", [plan]),
  ]);
  return (due ?? []).map((row) => String(row.name));
}

/** One tick of cron, without waiting for the minute; resolves when the jobs it started are done. */
export async function tick(): Promise<void> {
  // The portal ticks by itself too: jobs that already ran in this minute run again.
  await query('delete from job_marks');
  const answer = await fetch(`http://127.0.0.1:${portal().port}/cdn-cgi/local/scheduled?cron=*+*+*+*+*`);
  // A path that isn't cron's would be answered with the portal's page.
  const outcome = await answer.text();
  if (outcome !== 'ok') throw new Error(`Cron answered ${answer.status}: ${outcome.slice(0, 100)}`);
  const open = async () => [
    ...(await dueJobs()),
    ...(await query('select name from job_marks where taken_until is not null')).map(({ name }) => name),
  ];
  for (let due = await open(), tries = 0; due.length > 0; due = await open()) {
    tries += 1;
    if (tries > 300) throw new Error(`After a tick these are not done: ${due.join(', ')}`);
    await pause(100);
  }
}
