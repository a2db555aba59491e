import { factNames, limitNames, ruleNames } from '../../../domain/tenants/fields.ts';
import type { TextKey } from '../../i18n.ts';

const labels = Object.fromEntries([...limitNames, ...ruleNames].map((name) => [factNames[name], `tenants.field.${name}`] as const));

/** The label of each audited fact of a unit or partner, in the order of its history. */
export const unitFactLabels: Readonly<Record<string, TextKey>> = {
  name: 'tenants.field.name',
  administrator: 'tenants.part.admins',
  host: 'tenants.field.subdomain',
  own_domain: 'tenants.field.ownDomain',
  ...labels,
  hidden_by_partner: 'tenants.tab.menu',
  hidden_by_platform: 'tenants.tab.menu',
};
