import { demoId } from './catalog/build.ts';
import type { DemoTenant } from './catalog.ts';
import type { Rows } from './put-rows.ts';

type Field = {
  key: string;
  of?: 'user' | 'report';
  type: 'text' | 'number' | 'date' | 'list' | 'multiple' | 'single';
  labels: Record<string, string>;
  helps?: Record<string, string>;
  options?: string[];
  limits?: Record<string, unknown>;
  flags?: Partial<Record<'required' | 'global' | 'searchable' | 'identity' | 'user_visible' | 'user_editable', boolean>>;
};

// Keys are those that the product makes of the labels.
const fields: Record<string, readonly Field[]> = {
  numera: [
    {
      key: 'cf_centro_de_custo',
      type: 'text',
      labels: { 'pt-BR': 'Centro de custo', 'en-US': 'Cost centre', es: 'Centro de costo', 'pt-PT': 'Centro de custo' },
      helps: { 'pt-BR': 'O mesmo da folha de pagamento.', 'en-US': 'The same as in payroll.' },
      limits: { pattern: '99-999' },
      flags: { global: true, searchable: true },
    },
  ],
  vertice: [
    {
      key: 'cf_regional',
      type: 'list',
      labels: { 'pt-BR': 'Regional', 'en-US': 'Region', es: 'Región', 'pt-PT': 'Regional' },
      helps: { 'pt-BR': 'Decide quais linhas dos relatórios a pessoa vê.' },
      options: ['Sul', 'Sudeste', 'Centro-Oeste', 'Nordeste', 'Norte'],
      flags: { searchable: true, identity: true },
    },
    {
      key: 'cf_matricula',
      type: 'text',
      labels: { 'pt-BR': 'Matrícula', 'en-US': 'Badge number', es: 'Matrícula', 'pt-PT': 'Número de colaborador' },
      limits: { pattern: 'VA-9999' },
      flags: { required: true, searchable: true, user_editable: true },
    },
    {
      key: 'cf_data_de_admissao',
      type: 'date',
      labels: { 'pt-BR': 'Data de admissão', 'en-US': 'Hired on', es: 'Fecha de ingreso', 'pt-PT': 'Data de admissão' },
      limits: { earliest: '1990-01-01' },
      flags: { searchable: true },
    },
    {
      key: 'cf_turnos',
      type: 'multiple',
      labels: { 'pt-BR': 'Turnos', 'en-US': 'Shifts', es: 'Turnos', 'pt-PT': 'Turnos' },
      options: ['Manhã', 'Tarde', 'Noite'],
      flags: { user_editable: true },
    },
    {
      key: 'cf_sigilo',
      of: 'report',
      type: 'single',
      labels: { 'pt-BR': 'Sigilo', 'en-US': 'Confidentiality', es: 'Confidencialidad', 'pt-PT': 'Confidencialidade' },
      options: ['Aberto', 'Interno', 'Restrito'],
      flags: { searchable: true },
    },
  ],
};

const none = { required: false, global: false, searchable: false, identity: false, user_visible: true, user_editable: false };

export function fieldRows(tenant: DemoTenant): Rows {
  return (fields[tenant.key] ?? []).map((field, position) => ({
    ...{ tenant_id: tenant.id, id: demoId(`${tenant.key}/field/${field.key}`), key: field.key, of: field.of ?? 'user', type: field.type },
    ...{ labels: field.labels, helps: field.helps ?? {}, limits: field.limits ?? {} },
    options: (field.options ?? []).map((value) => ({ value, labels: {}, retired: false })),
    ...{ ...none, ...field.flags, position },
  }));
}

const shifts = [['Manhã'], ['Tarde'], ['Manhã', 'Tarde'], ['Noite']];
const two = (value: number) => String(value).padStart(2, '0');

/** A person's field values; every ninth person has no badge number yet. */
export function toValues(tenant: DemoTenant, person: { rls: { username: string } | null }, index: number): Record<string, unknown> {
  const regions = fields.vertice?.[0]?.options ?? [];
  if (tenant.key !== 'vertice') return tenant.parent === 'numera' ? { cf_centro_de_custo: `10-${100 + (index % 7)}` } : {};
  const region = regions.find((name) => name === person.rls?.username) ?? regions[index % regions.length];
  return {
    ...(index === 0 ? {} : { cf_regional: region }),
    ...(index % 9 === 4 ? {} : { cf_matricula: `VA-${1000 + index * 7}` }),
    cf_data_de_admissao: `${2012 + (index % 13)}-${two(1 + (index % 12))}-${two(1 + ((index * 5) % 28))}`,
    cf_turnos: shifts[index % shifts.length],
    cf_centro_de_custo: `20-${100 + (index % 5)}`,
  };
}

/** A report's confidentiality; one with row-level rules is for few people. */
export const valuesOfReport = (tenant: DemoTenant, report: { needsRls: boolean }, index: number): Record<string, unknown> =>
  tenant.key === 'vertice' ? { cf_sigilo: report.needsRls ? 'Restrito' : index % 3 === 0 ? 'Aberto' : 'Interno' } : {};
