import { fold } from '../../domain/text/fold.ts';
import { demoId } from './catalog/build.ts';
import type { DemoPerson, DemoTenant } from './catalog.ts';
import type { Rows } from './put-rows.ts';
import { idOfPerson } from './rows-of-tenant.ts';
import { type Clock, day } from './times.ts';

const headers = ['Nome', 'E-mail', 'Telefone', 'Departamento', 'Matrícula'];
const mapping = ['name', 'email', 'phone', 'department', 'cf_matricula'];
const importId = (tenant: DemoTenant) => demoId(`${tenant.key}/import`);
/** How many people of the file were imported: the newest of the unit. */
const came = 6;

type Line = { cells: string[]; person?: DemoPerson; fault?: { field: string; code: string; vars?: Record<string, unknown> } };

function getLines(tenant: DemoTenant): Line[] {
  const people = tenant.colleagues.slice(-came).map((person, at) => ({
    cells: [person.name, person.email, '', person.department, `VA-${2100 + at * 7}`],
    person,
  }));
  const faulty: Line[] = [
    { cells: ['Otávio Brum', 'otavio@verticealimentos', '', 'Logística', 'VA-2151'], fault: { field: 'email', code: 'email_domain' } },
    {
      cells: ['Paula Siqueira', 'paula.siqueira@vertice.test', '9640', 'Vendas', 'VA-2158'],
      fault: { field: 'phone', code: 'phone_short' },
    },
  ];
  return [...people, ...faulty];
}

/** One finished import of people, with two rows that still have errors. */
export function importRows(tenant: DemoTenant, clock: Clock): Rows {
  if (tenant.key !== 'vertice') return [];
  const lines = getLines(tenant);
  return [
    {
      ...{ tenant_id: tenant.id, id: importId(tenant), name: 'contratacoes.csv', hash: demoId('vertice/import/file'), header_row: 1 },
      ...{ headers, mapping, state: 'done', total: lines.length, succeeded: came, failed: lines.length - came },
      options: { choices: { update: false, makeGroups: false, invite: false }, fixed: { groups: [] }, forAll: { groups: [] } },
      added_by_id: idOfPerson(tenant, 'admin@vertice.test'),
      ...{ source: 'file', cancelled: false, version: 4 },
      ...{ created_at: clock.ago(12 * day + 34), started_at: clock.ago(12 * day + 20), ended_at: clock.ago(12 * day + 19) },
    },
  ];
}

export function importLineRows(tenant: DemoTenant): Rows {
  if (tenant.key !== 'vertice') return [];
  const head = { tenant_id: tenant.id, import_id: importId(tenant), clashes: [], notes: [], removed: false };
  const first = { ...head, n: 1, cells: headers, person: {}, email: null, problems: [], state: 'pending', user_id: null };
  const lines = getLines(tenant).map(({ cells, person, fault }, at) => ({
    ...{ ...head, n: at + 2, cells, email: cells[1] ?? null, problems: fault ? [fault] : [] },
    person: { name: cells[0], sortKey: fold(cells[0] ?? ''), email: cells[1], search: fold(cells.join(' ')) },
    ...{ state: person ? 'success' : 'failed', user_id: person?.id ?? null },
  }));
  return [first, ...lines];
}
