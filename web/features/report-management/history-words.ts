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
export const verbOf = (what: string): Verb => {
  const [feature, verb] = what.split('.');
  return (feature === 'report' && verbs.find((known) => known === verb)) || 'other';
};

const fields: Readonly<Record<string, TextKey>> = {
  title: 'manage.field.title',
  description: 'manage.field.description',
  texts: 'manage.field.texts',
  group: 'manage.field.group',
  subgroup: 'manage.field.subgroup',
  owner: 'manage.field.ownerId',
  verified: 'manage.field.verified',
  hidden: 'manage.field.hidden',
  coverKind: 'manage.cover.title',
  externalUrl: 'manage.field.externalUrl',
  navigationPanel: 'manage.field.navigationPanel',
  sideFilter: 'manage.field.sideFilter',
  hiddenPages: 'manage.field.hiddenPages',
  visualHeaders: 'manage.field.visualHeaders',
  mobileBackground: 'manage.field.mobileBackground',
  orientation: 'manage.field.orientation',
  showLastUpdate: 'manage.field.showLastUpdate',
  tenantColors: 'manage.field.tenantColors',
  allowEdit: 'manage.field.allowEdit',
  restriction: 'manage.field.restriction',
  onCatalog: 'manage.field.onCatalog',
  onApp: 'manage.field.onApp',
  watermark: 'manage.field.watermark',
  ignoreRlsRole: 'manage.field.ignoreRlsRole',
  catalogDescription: 'manage.field.catalogDescription',
  resolution: 'manage.field.resolution',
  custom: 'customFields.section',
  filters: 'access.filters',
};

/** The label of an audited fact; undefined for facts that readers don't need, such as ids. */
export const fieldOf = (fact: string): TextKey | undefined => fields[fact];
