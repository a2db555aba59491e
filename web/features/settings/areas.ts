import { can } from '../../../domain/access/permissions.ts';
import type { Who } from '../../app/session/session.ts';
import type { TextKey } from '../../i18n.ts';
import {
  type Icon,
  IconBell,
  IconBuildings,
  IconForms,
  IconFrame,
  IconListCheck,
  IconLock,
  IconLogin2,
  IconMail,
  IconReportAnalytics,
  IconSettings,
  IconUserQuestion,
  IconUsers,
} from '../../ui/icons.ts';

const areaNames = [
  'general',
  'people',
  'security',
  'reports',
  'mail',
  'notifications',
  'custom-fields',
  'embedding',
  'below',
  'questionnaire',
  'sign-ins',
  'audit',
] as const;
export type AreaName = (typeof areaNames)[number];
type Area = { name: AreaName; icon: Icon /** What the search finds in it. */; rows: readonly TextKey[] };

const areas: readonly Area[] = [
  {
    name: 'general',
    icon: IconSettings,
    rows: [
      'settings.landing',
      'settings.words',
      'settings.menu',
      'settings.enable',
      'settings.home_page',
      'settings.relatorio_id',
      'settings.timezone',
      'settings.language',
      'settings.show_menu_report',
    ],
  },
  {
    name: 'people',
    icon: IconUsers,
    rows: [
      'settings.arrival',
      'settings.remote',
      'settings.send_email_register_user',
      'settings.user_import',
      'settings.allow_access_remote',
      'settings.remote_consent',
      'settings.show_questionario_perfil',
    ],
  },
  {
    name: 'security',
    icon: IconLock,
    rows: [
      'settings.pattern',
      'settings.mfa',
      'settings.sessions',
      'settings.addresses',
      'settings.password_sign_in',
      'settings.enable_password',
      'settings.min_character',
      'settings.capital_letter',
      'settings.special_characters',
      'settings.expiry_time_password',
      'settings.mfa_master',
      'settings.mfa_required',
      'settings.mfa_trust_sso',
      'settings.login_timeout',
      'settings.ip',
      'settings.listIp',
    ],
  },
  {
    name: 'reports',
    icon: IconReportAnalytics,
    rows: [
      'settings.lastUpdate',
      'settings.viewing',
      'settings.watermark',
      'settings.mostrar',
      'settings.last_update',
      'settings.show_name_report',
      'settings.save_filter',
      'settings.waiting_text',
      'settings.enable_watermark',
      'settings.watermark_template',
      'settings.watermark_opacity',
    ],
  },
  {
    name: 'mail',
    icon: IconMail,
    rows: ['mailServer.sender', 'mailServer.server', 'mailServer.host', 'mailServer.password', 'mailServer.test', 'mailLog.caption'],
  },
  { name: 'notifications', icon: IconBell, rows: ['settings.unitMail', 'settings.send_email_notification', 'settings.mine'] },
  {
    name: 'custom-fields',
    icon: IconForms,
    rows: [
      'customFields.caption.user',
      'customFields.caption.report',
      'customFields.part.required',
      'customFields.part.searchable',
      'customFields.part.identity',
      'customFields.part.options',
    ],
  },
  { name: 'questionnaire', icon: IconUserQuestion, rows: ['questionnaire.caption', 'questionnaire.answer'] },
  { name: 'sign-ins', icon: IconLogin2, rows: ['signIns.caption', 'signIns.outcome', 'signIns.way', 'signIns.address'] },
  { name: 'audit', icon: IconListCheck, rows: ['audit.caption', 'audit.who', 'audit.whom'] },
  {
    name: 'embedding',
    icon: IconFrame,
    rows: ['embedding.title', 'settings.enable_embedded', 'settings.embed_origins', 'embedding.keys', 'embedding.try'],
  },
  {
    name: 'below',
    icon: IconBuildings,
    rows: ['settings.below_user_import', 'settings.below_saml', 'settings.below_mfa', 'settings.below_remote'],
  },
];
/** What every user has. */
const ofEveryone: readonly TextKey[] = ['settings.mine'];

/** A user's areas: all of them for administrators, their own preferences for everyone else. */
export function getAreas(who: Who | null): readonly Area[] {
  if (!who) return [];
  // Only a layer with units below it has settings for them.
  if (can(who, 'settings.read')) return areas.filter((area) => area.name !== 'below' || who.profile === 'master' || who.profile === 'a2m');
  return areas.filter((area) => area.name === 'notifications').map((area) => ({ ...area, rows: ofEveryone }));
}
