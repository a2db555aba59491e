import { join } from 'node:path';
import { experimental_readRawConfig as readRawConfig } from 'wrangler';
import { root } from '../folders.ts';

export const targetNames = ['production', 'staging'] as const;
export type TargetName = (typeof targetNames)[number];

export type Consumer = {
  queue: string;
  dead_letter_queue?: string;
  max_batch_size?: number;
  max_batch_timeout?: number;
  max_retries?: number;
  max_concurrency?: number;
  retry_delay?: number;
};
type Queues = { producers?: { queue: string }[]; consumers?: Consumer[] };
type Environment = { name?: string; vars?: Record<string, string> };
type Shape = {
  main: string;
  base_dir: string;
  assets: { directory: string };
  kv_namespaces: { binding: string }[];
  r2_buckets: { binding: string; bucket_name: string }[];
  queues: Queues;
  triggers: { crons: string[] };
  env: Record<string, Environment>;
};

/** One installation: its Worker's name, its host, and the names of what it needs at Cloudflare. */
export type Target = {
  env: TargetName;
  name: string;
  host: string;
  /** Production's host: in its zone, customers' own domains belong to production alone. */
  mainHost: string;
  vars: Record<string, string>;
  queues: string[];
  consumers: Consumer[];
  buckets: string[];
  namespaces: { binding: string; title: string }[];
  crons: string[];
  /** The configuration that is uploaded, with the ids of the namespaces. */
  config(resourceIds: Record<string, string>): Record<string, unknown>;
};

/**
 * Reads wrangler.toml: its top level describes the Worker, `[env.<name>]` an installation by name and vars. What the top level calls
 * `mirante-…` begins with the installation's own name, so a new queue is declared once and every installation gets its own.
 */
export function getTarget(env: TargetName, file = join(root, 'wrangler.toml')): Target {
  const { rawConfig } = readRawConfig({ config: file });
  const { env: environments, ...shape } = rawConfig as unknown as Shape; // because wrangler's type has every field optional
  const { name = '', vars = {} } = environments[env] ?? {};
  const own = (resource: string) => resource.replace(/^mirante(?=-)/, name);
  const queues: Queues = {
    producers: shape.queues.producers?.map((each) => ({ ...each, queue: own(each.queue) })) ?? [],
    consumers:
      shape.queues.consumers?.map((each) => ({
        ...each,
        queue: own(each.queue),
        ...(each.dead_letter_queue && { dead_letter_queue: own(each.dead_letter_queue) }),
      })) ?? [],
  };
  const buckets = shape.r2_buckets.map((each) => ({ ...each, bucket_name: own(each.bucket_name) }));
  const named = [...(queues.producers ?? []), ...(queues.consumers ?? [])].map(({ queue }) => queue);
  const dead = (queues.consumers ?? []).flatMap(({ dead_letter_queue }) => dead_letter_queue ?? []);
  const namespaces = shape.kv_namespaces.map(({ binding }) => ({ binding, title: `${name}-${binding.toLowerCase()}` }));
  const { account_id: _, ...rest } = shape as Shape & { account_id?: string };
  return {
    env,
    name,
    host: vars.PRODUCT_HOST ?? '',
    mainHost: environments.production?.vars?.PRODUCT_HOST ?? '',
    vars,
    queues: [...new Set([...dead, ...named])],
    consumers: queues.consumers ?? [],
    buckets: buckets.map(({ bucket_name }) => bucket_name),
    namespaces,
    crons: shape.triggers.crons,
    config: (resourceIds) => ({
      ...rest,
      name,
      vars,
      main: join(root, shape.main),
      base_dir: join(root, shape.base_dir),
      assets: { ...shape.assets, directory: join(root, shape.assets.directory) },
      kv_namespaces: namespaces.map(({ binding, title }) => ({ binding, id: resourceIds[title] })),
      r2_buckets: buckets,
      queues,
      dependencies_instrumentation: { enabled: false },
    }),
  };
}
