import { setTimeout as pause } from 'node:timers/promises';
import { getSession } from '../guards/place.ts';
import { type Answer, type Api, api } from '../support/api.ts';
import { query } from '../support/database.ts';
import type { Harness } from '../support/harness.ts';
import { makeTenant, type Tenant, type TenantOptions } from '../support/make-tenant.ts';
import { makeUser, type User } from '../support/make-user.ts';

export type Scene = { harness: Harness; tenant: Tenant; admin: User; client: Api; token: string };
const filePath = '/api/auth/user-imports/file';

export async function importScene(harness: Harness, options: TenantOptions = {}): Promise<Scene> {
  const tenant = await makeTenant(options);
  const admin = await makeUser(tenant, { profile: 'admin', name: 'Ana Nunes' });
  const { token } = await getSession(tenant, admin, 'admin');
  return { harness, tenant, admin, token, client: api(harness, tenant, token) };
}

type FileOptions = { name?: string; sheet?: string; replaces?: string };
/** Sends a file as it is, as the browser does. */
export async function upload(
  scene: Scene,
  content: string | Uint8Array,
  { name = 'pessoas.csv', ...more }: FileOptions = {},
): Promise<Answer> {
  const { harness, tenant, token } = scene;
  const response = await harness.fetch(`http://${tenant.host}${filePath}?${new URLSearchParams({ name, ...more })}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    // Because fetch's type asks for the buffer.
    body: typeof content === 'string' ? new TextEncoder().encode(content) : (content as Uint8Array<ArrayBuffer>),
  });
  const text = await response.text();
  return { status: response.status, headers: new Headers([...response.headers]), text, body: JSON.parse(text) };
}

export const path = (id: string, more = '') => `/api/auth/user-imports/${id}${more}`;
export const read = async (scene: Scene, id: string) => (await scene.client.get(path(id))).body;
export const rows = async (scene: Scene, id: string, view = 'all') =>
  (await scene.client.get(path(id, `/rows?view=${view}&size=100`))).body.items;

type Choices = { update?: boolean; makeGroups?: boolean; invite?: boolean };
/** Uploads and accepts the suggested columns. */
export async function draft(scene: Scene, content: string | Uint8Array, choices: Choices = {}, fixed: object = {}): Promise<string> {
  const { body, status, text } = await upload(scene, content);
  if (status !== 200) throw new Error(text);
  const { mapping } = await read(scene, body.id);
  const answer = await scene.client.put(path(body.id, '/mapping'), { mapping, choices, fixed });
  if (answer.status !== 200) throw new Error(answer.text);
  return body.id;
}

/** Waits until a run is over. */
export async function ended(id: string, withinMs = 30_000) {
  const until = Date.now() + withinMs;
  for (;;) {
    const [row] = await query('select state, succeeded, failed, total from user_imports where id = $1', [id]);
    if (row?.state === 'done' || row?.state === 'cancelled') return row;
    if (Date.now() > until) throw new Error(`still ${JSON.stringify(row)}`);
    await pause(100);
  }
}

export const people = (scene: { tenant: { id: string } }) =>
  query(
    `select name, email, phone, profile, status, language, department, "position", expires_at
      from users
      where tenant_id = $1 and deleted_at is null
      order by email`,
    [scene.tenant.id],
  );

/** A list of users without any error. */
export const manyPeople = (count: number, from = 1, head = 'Nome;E-mail;Telefone;Departamento;Grupo') =>
  [head, ...Array.from({ length: count }, (_, at) => `Pessoa ${from + at};pessoa${from + at}@vertice.test;;Comercial;Vendas`)].join('\r\n');
