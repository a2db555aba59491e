import { fold } from '../../domain/text/fold.ts';
import { demoId } from './catalog/build.ts';
import { demoTenant } from './catalog.ts';
import type { Rows } from './put-rows.ts';
import { type Clock, day } from './times.ts';

type Payer = {
  key: string;
  of: 'mirante' | 'numera';
  name: string;
  document: string;
  city: string;
  state: string;
  contact: string;
  code: string;
};

// Invented companies; their numbers have valid check digits and belong to no company.
const payers: readonly Payer[] = [
  {
    key: 'vertice',
    of: 'numera',
    name: 'Vértice Alimentos S/A',
    document: '11222333000181',
    city: 'Campinas',
    state: 'SP',
    contact: 'Lúcia Fontes',
    code: 'C-1001',
  },
  {
    key: 'aurora',
    of: 'numera',
    name: 'Rede Aurora Saúde',
    document: '12ABC34501DE35',
    city: 'Belo Horizonte',
    state: 'MG',
    contact: 'Otávio Reis',
    code: 'C-1002',
  },
  {
    key: 'cerrado',
    of: 'numera',
    name: 'Cerrado Têxtil Ltda',
    document: '99CER000000177',
    city: 'Goiânia',
    state: 'GO',
    contact: 'Iara Montenegro',
    code: 'C-1003',
  },
  {
    key: 'porto',
    of: 'mirante',
    name: 'Porto Cargas Ltda',
    document: '99POR000000130',
    city: 'Santos',
    state: 'SP',
    contact: 'Breno Salles',
    code: 'P-201',
  },
  {
    key: 'ana',
    of: 'mirante',
    name: 'Ana Beatriz Consultoria',
    document: '52998224725',
    city: 'Recife',
    state: 'PE',
    contact: 'Ana Beatriz Lira',
    code: 'P-202',
  },
];
const extras = [
  { key: 'horizonte', parent: 'numera', name: 'Horizonte Móveis', status: 'T', reason: null, trialDays: 5, users: 10 },
  {
    key: 'nautica',
    parent: 'numera',
    name: 'Polo Náutico',
    status: 'B',
    reason: 'Contrato suspenso a pedido do cliente',
    trialDays: null,
    users: 30,
  },
  { key: 'portocargas', parent: 'mirante', name: 'Porto Cargas', status: 'A', reason: null, trialDays: null, users: 40 },
] as const;

const partyId = (key: string) => demoId(`parties/${key}`);
const unitId = (key: string) => demoId(`portfolio/${key}`);

export const portfolio = {
  parties: (clock: Clock): Rows => [
    ...payers.map((payer) => ({
      ...{ tenant_id: demoTenant(payer.of).id, id: partyId(payer.key), kind: 'client', of_tenant_id: null, fantasy_name: payer.name },
      ...{ sort_key: fold(payer.name), person: payer.document.length === 11 ? 'physical' : 'legal', document: payer.document },
      ...{
        contact_name: payer.contact,
        invoice_emails: [`nf@${payer.key}.test`],
        city: payer.city,
        state: payer.state,
        customer_code: payer.code,
      },
      ...{ seller: 'Renata Vilela', added_by_id: null, created_at: clock.ago(90 * day) },
    })),
    {
      ...{ tenant_id: demoTenant('mirante').id, id: partyId('numera'), kind: 'partner', of_tenant_id: demoTenant('numera').id },
      ...{ fantasy_name: 'Numera BI', sort_key: 'numera bi', person: 'legal', document: '99NUM000000199', contact_name: 'Renata Vilela' },
      ...{ invoice_emails: ['nf@numera.test'], city: 'São Paulo', state: 'SP', customer_code: 'P-100', seller: '', added_by_id: null },
      created_at: clock.ago(400 * day),
    },
  ],
  tenants: (clock: Clock): Rows =>
    extras.map((unit) => ({
      ...{ id: unitId(unit.key), kind: 'unit', parent_id: demoTenant(unit.parent).id, name: unit.name, sort_key: fold(unit.name) },
      ...{ status: unit.status, status_reason: unit.reason, trial_days: unit.trialDays && 30, user_limit: unit.users },
      ...{ trial_ends_at: unit.trialDays && clock.ago(-unit.trialDays * day), created_at: clock.ago(40 * day) },
      ...{
        payer_tenant_id: unit.key === 'portocargas' ? demoTenant('mirante').id : null,
        payer_id: unit.key === 'portocargas' ? partyId('porto') : null,
      },
    })),
  settings: (): Rows => extras.map((unit) => ({ tenant_id: unitId(unit.key), values: {} })),
  domains: (): Rows => extras.map((unit) => ({ host: `${unit.key}.localhost`, tenant_id: unitId(unit.key), main: true })),
  relations: (clock: Clock): Rows =>
    extras
      .filter(({ parent }) => parent === 'numera')
      .map((unit) => ({
        ...{ tenant_id: unitId(unit.key), id: demoId(`portfolio/${unit.key}/relation`), above_id: demoTenant('numera').id },
        ...{ kind: 'partner', until: clock.yearEnd },
      })),
};

/** The paying clients of the demo's units, and the partner's total limits. */
export const portfolioLinks: readonly { text: string; values: string[] }[] = [
  ...(['vertice', 'aurora', 'cerrado'] as const).map((key) => ({
    text: 'update tenants set payer_tenant_id = $2, payer_id = $3, bonus_users = 5 where id = $1',
    values: [demoTenant(key).id, demoTenant('numera').id, partyId(key)],
  })),
  {
    text: 'update tenants set user_limit = 400, domain_limit = 12, report_limit = 500 where id = $1',
    values: [demoTenant('numera').id],
  },
];

/** The end of the short trial, so that it always ends soon. */
export const shortTrial = (clock: Clock) => [unitId('horizonte'), clock.ago(-5 * day)];
