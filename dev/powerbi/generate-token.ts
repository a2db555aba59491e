import * as z from 'zod';
import { newId, refuse, type Sim, type SimContext, toResponse } from './sim.ts';
import { type EffectiveIdentity, signToken } from './tokens.ts';

const most = 50;
const defaultMinutes = 60;

const item = z.looseObject({ id: z.string() });
const list = <T extends z.ZodType>(of: T) => z.optional(z.nullable(z.array(of)));
const tokenInput = z.looseObject({
  reports: list(z.looseObject({ id: z.string(), allowEdit: z.optional(z.boolean()) })),
  datasets: list(item),
  targetWorkspaces: list(item),
  identities: list(
    z.looseObject({
      username: z.string(),
      roles: list(z.string()),
      datasets: list(z.string()),
      reports: list(z.string()),
    }),
  ),
  lifetimeInMinutes: z.optional(z.nullable(z.number())),
});
type TokenInput = z.infer<typeof tokenInput>;

function parse(text: string): TokenInput | null {
  try {
    return tokenInput.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/**
 * Makes an embed token (v2) under the service's rules: 50 of a kind, own workspaces only, and an RLS identity exactly when the dataset
 * needs one.
 */
export function generateToken(c: SimContext, sim: Sim): Response {
  const input = parse(c.get('body'));
  if (!input) return refuse(c, 400, 'BadRequest', 'The request body is not valid');
  c.set('asked', {
    reports: input.reports,
    datasets: input.datasets,
    identities: input.identities,
    lifetimeInMinutes: input.lifetimeInMinutes,
  });
  const bad = (message: string) => refuse(c, 400, 'InvalidRequest', message);
  const reports = input.reports ?? [];
  const datasets = input.datasets ?? [];
  const targets = input.targetWorkspaces ?? [];
  if (reports.length === 0 && datasets.length === 0) return bad('At least one report or dataset is required');
  if (reports.length > most || datasets.length > most || targets.length > most)
    return bad(`A token takes at most ${most} reports, datasets and workspaces`);

  const own = c.get('workspaces');
  for (const target of targets) if (!own.some((workspace) => workspace.id === target.id)) return forbidden(c);
  for (const { id } of reports) {
    const mine = own.some((workspace) => workspace.reports.some((report) => report.id === id));
    if (!mine) return sim.world.findReport(id) ? forbidden(c) : refuse(c, 404, 'PowerBIEntityNotFound', `Report ${id} was not found`);
  }
  for (const { id } of datasets) {
    const mine = own.some((workspace) => workspace.datasets.some((dataset) => dataset.id === id));
    if (!mine) return sim.world.datasetExists(id) ? forbidden(c) : refuse(c, 404, 'PowerBIEntityNotFound', `Dataset ${id} was not found`);
  }
  for (const { id } of reports) {
    const found = sim.world.findReport(id);
    const natural = found?.report.failure ? toResponse(sim.faults.natural(found.report.failure)) : null;
    if (natural) return natural;
    if (found && sim.world.isPaused(found.principal, found.workspace, sim.now())) return toResponse(sim.faults.natural('capacity_paused'))!;
    if (found?.report.type === 'report' && !datasets.some((dataset) => dataset.id === found.dataset.id))
      return bad(`The dataset ${found.dataset.id} of report ${id} is missing in datasets`);
  }

  const identities: EffectiveIdentity[] = (input.identities ?? []).map(({ username, roles, datasets: of, reports: on }) => ({
    username,
    roles: roles ?? undefined,
    datasets: of ?? undefined,
    reports: on ?? undefined,
  }));
  const refused = identityFault(
    c,
    datasets.map(({ id }) => id),
    identities,
  );
  if (refused) return bad(refused);

  const now = sim.now();
  const asked = input.lifetimeInMinutes ? Math.min(input.lifetimeInMinutes, defaultMinutes) : defaultMinutes;
  const seconds = c.get('effect').tokenSeconds ?? asked * 60;
  const endsAt = Math.min(now + seconds * 1000, c.get('entra').endsAt);
  const id = newId();
  const token = signToken({
    kind: 'embed',
    id,
    appId: c.get('principal').appId,
    reports: reports.map((report) => ({ id: report.id, allowEdit: report.allowEdit ?? false })),
    datasets: datasets.map((dataset) => dataset.id),
    identities,
    endsAt,
  });
  return c.json({
    '@odata.context': `${sim.origin}/v1.0/myorg/$metadata#token`,
    token,
    tokenId: id,
    expiration: new Date(endsAt).toISOString(),
  });
}

function forbidden(c: SimContext): Response {
  return refuse(c, 403, 'PowerBINotAuthorizedException', 'The caller has no access to the requested item');
}

/** The service's error for these datasets' identities; null when they are valid. */
export function identityFault(
  c: SimContext,
  datasetIds: string[],
  identities: EffectiveIdentity[],
  doing = 'Creating embed token for accessing',
): string | null {
  for (const { datasets } of identities) {
    const stray = datasets?.find((id) => !datasetIds.includes(id));
    if (stray) return `The identity names dataset ${stray}, which the token does not`;
  }
  const known = c.get('workspaces').flatMap((workspace) => workspace.datasets);
  for (const id of datasetIds) {
    const dataset = known.find((candidate) => candidate.id === id);
    if (!dataset) continue;
    const roles = Object.keys(dataset.roles);
    const own = identities.filter((identity) => (identity.datasets ? identity.datasets.includes(id) : !identity.reports));
    if (roles.length === 0 && own.length > 0) return `${doing} dataset ${id} shouldn't have effective identity`;
    if (roles.length === 0) continue;
    if (own.length === 0) return `${doing} dataset ${id} requires effective identity to be provided`;
    for (const identity of own) {
      if (!identity.username.trim()) return `${doing} dataset ${id} requires username in effective identity`;
      if (!identity.roles?.length) return `${doing} dataset ${id} requires roles to be included in provided effective identity`;
      const unknown = identity.roles.find((role) => !roles.includes(role));
      if (unknown) return `The role ${unknown} of the effective identity does not exist in dataset ${id}`;
    }
  }
  return null;
}
