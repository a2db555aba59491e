import { buildRecord } from '../../../domain/fields/fields.ts';
import { type ReportFacts, switchNames } from '../../../domain/report-management/fields.ts';
import type { TextKey } from '../../i18n.ts';

const verbs = [
  'add',
  'edit',
  'show',
  'hide',
  'verify',
  'unverify',
  'catalog',
  'uncatalog',
  'move',
  'cover',
  'uncover',
  'link',
  'rebind',
  'replace',
] as const;
type Verb = (typeof verbs)[number] | 'other';

/** The user's action, from the name of an audit row such as `report.edit`; actions of other features get a general text. */
export const getVerb = (what: string): Verb => {
  const [feature, verb] = what.split('.');
  return (feature === 'report' && verbs.find((known) => known === verb)) || 'other';
};

const fields: Record<keyof ReportFacts | 'filters', TextKey> = {
  ...buildRecord(switchNames, (name) => `manage.field.${name}` as const),
  title: 'manage.field.title',
  description: 'manage.field.description',
  texts: 'manage.field.texts',
  group: 'manage.field.group',
  subgroup: 'manage.field.subgroup',
  owner: 'manage.field.ownerId',
  coverKind: 'manage.cover.title',
  externalUrl: 'manage.field.externalUrl',
  orientation: 'manage.field.orientation',
  restriction: 'manage.field.restriction',
  watermark: 'manage.field.watermark',
  ignoreRlsRole: 'manage.field.ignoreRlsRole',
  catalogDescription: 'manage.field.catalogDescription',
  resolution: 'manage.field.resolution',
  custom: 'customFields.section',
  filters: 'access.filters',
};
const byFact: Readonly<Record<string, TextKey>> = fields;

/** The label of an audited fact; undefined for facts that readers don't need, such as ids. */
export const getField = (fact: string): TextKey | undefined => byFact[fact];
