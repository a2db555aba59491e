import { join } from 'node:path';
import type { Client } from 'pg';
import type { Cluster } from '../support/postgres.ts';
import type { World } from './world.ts';
import { startEndpoint } from './world.ts';

type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Filter?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: Node[];
};
export type Plan = { text: string; root: Node; isNested: boolean };
/** What a request touched: all its statements together, including those inside functions. */
export type Touched = { buffers: number; rows: number; sequential: string[]; scans: Scan[] };
/** The buffers that one descent into an index read, those of the found rows among them; for how many rows, and by which condition. */
export type Scan = { index: string; condition: string; pages: number; rows: number };

// One row each, however large the product grows.
const fixed = ['secret', 'actions'];

/** Two connections logged at once, and a long plan contains the other's lines: a retry rarely collides again. */
export class MixedPlans extends Error {}

function readPlan(json: string): { 'Query Text': string; Plan: Node } {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new MixedPlans('Plans of two connections are mixed.', { cause });
  }
}

/**
 * Reads auto_explain's JSON out of the server's log: a plan's lines begin with a tab, and a nested statement is followed by its context.
 */
function getPlans(lines: readonly string[]): Plan[] {
  const plans: Plan[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    if (!/ LOG: {2}duration: [\d.]+ ms {2}plan:$/.test(lines[at] ?? '')) continue;
    const json: string[] = [];
    while (lines[at + 1]?.startsWith('\t')) {
      at += 1;
      json.push(lines[at] ?? '');
    }
    const { 'Query Text': text, Plan: root } = readPlan(json.join(' ').replaceAll('\t', ' '));
    plans.push({ text, root, isNested: / CONTEXT: {2}/.test(lines[at + 1] ?? '') });
  }
  return plans;
}

function* getNodes(node: Node): Generator<Node> {
  yield node;
  for (const inner of node.Plans ?? []) yield* getNodes(inner);
}

// A node's pages hold those of the nodes below it, and those of the functions that its filter calls.
function getScan(node: Node, rows: number): Scan[] {
  const index = node['Index Name'];
  const loops = node['Actual Loops'] ?? 0;
  if (!index || loops === 0 || node.Plans || /\bapp\.\w+\(/.test(node.Filter ?? '')) return [];
  return [
    {
      index,
      rows,
      condition: node['Index Cond'] ?? '',
      pages: ((node['Shared Hit Blocks'] ?? 0) + (node['Shared Read Blocks'] ?? 0)) / loops,
    },
  ];
}

export function touchedBy(plans: readonly Plan[]): Touched {
  const touched: Touched = { buffers: 0, rows: 0, sequential: [], scans: [] };
  for (const { root, isNested } of plans) {
    // A statement's own count holds what its functions read.
    if (!isNested) touched.buffers += (root['Shared Hit Blocks'] ?? 0) + (root['Shared Read Blocks'] ?? 0);
    for (const node of getNodes(root)) {
      const table = node['Relation Name'];
      const rows = (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
      touched.scans.push(...getScan(node, rows));
      if (!table || fixed.includes(table)) continue;
      touched.rows += rows * (node['Actual Loops'] ?? 1);
      if (node['Node Type'] === 'Seq Scan' && (node['Actual Loops'] ?? 0) > 0) touched.sequential.push(table);
    }
  }
  return touched;
}

/** How many rows the steps of these plans looked at, the same row once for each time that a step read or compared it. */
export const comparedBy = (plans: readonly Plan[]): number =>
  plans
    .flatMap(({ root }) => [...getNodes(root)])
    .reduce((total, node) => {
      const removed = (['Filter', 'Join Filter', 'Index Recheck'] as const).map((by) => node[`Rows Removed by ${by}`] ?? 0);
      return total + [node['Actual Rows'] ?? 0, ...removed].reduce((one, other) => one + other) * (node['Actual Loops'] ?? 0);
    }, 0);

/** The settings that make a server log the plan of every statement, once `auto_explain.log_min_duration` is 0. */
export const explain = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
};

/** An endpoint on the world that explains every statement it runs, and a function that returns what a piece of work touched. */
export async function explained(world: World) {
  const { cluster, name, owner } = world;
  const settings = { ...explain, 'auto_explain.log_min_duration': '0' };
  for (const [setting, value] of Object.entries(settings)) await owner.query(`alter database ${name} set ${setting} = '${value}'`);
  const endpoint = await startEndpoint(join(cluster.folder, `${name}-explained`), cluster.url(name));
  async function stop(): Promise<void> {
    await endpoint.stop();
    for (const setting of Object.keys(settings)) await owner.query(`alter database ${name} reset ${setting}`);
  }
  return { endpoint: endpoint.endpoint, during: plansOfWork(cluster, name, owner), stop };
}

/** Returns the plans of everything sent to a database while `work` runs. */
export function plansOfWork(cluster: Pick<Cluster, 'listen'>, name: string, owner: Client) {
  let mark = 0;
  return async function during(work: () => Promise<unknown>): Promise<Plan[]> {
    mark += 1;
    const lines: string[] = [];
    const wanted = `mark ${mark} of ${name}`;
    const { promise, resolve } = Promise.withResolvers<void>();
    const leave = cluster.listen((line) => {
      if (line.endsWith(wanted)) {
        // The context of the mark itself follows, which would make the last plan look nested.
        leave();
        resolve();
      } else lines.push(line);
    });
    await work();
    // When this line arrives, everything the server wrote before it has arrived too.
    await owner.query(`do $$ begin raise log '${wanted}'; end $$`);
    await promise;
    return getPlans(lines);
  };
}
