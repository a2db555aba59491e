import { type Icon, IconBell, IconForms, IconMail, IconReportAnalytics, IconSettings } from '@tabler/icons-react';
import { can } from '../../../domain/access/permissions.ts';
import type { TextKey } from '../../app/i18n.ts';
import type { Who } from '../../app/session.ts';

export const areaNames = ['general', 'reports', 'mail', 'notifications', 'custom-fields'] as const;
export type AreaName = (typeof areaNames)[number];
type Area = { name: AreaName; icon: Icon /** What can be found in it. */; rows: readonly TextKey[] };

const areas: readonly Area[] = [
  {
    name: 'general',
    icon: IconSettings,
    rows: [
      'settings.enable',
      'settings.home_page',
      'settings.relatorio_id',
      'settings.timezone',
      'settings.language',
      'settings.show_menu_report',
    ],
  },
  {
    name: 'reports',
    icon: IconReportAnalytics,
    rows: [
      'settings.mostrar',
      'settings.last_update',
      'settings.show_name_report',
      'settings.save_filter',
      'settings.enable_watermark',
      'settings.watermark_template',
      'settings.watermark_opacity',
    ],
  },
  {
    name: 'mail',
    icon: IconMail,
    rows: ['mailServer.sender', 'mailServer.host', 'mailServer.password', 'mailServer.test', 'mailLog.caption'],
  },
  { name: 'notifications', icon: IconBell, rows: ['settings.send_email_notification', 'settings.mine'] },
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
];
/** What everybody has, whatever he may administer. */
const ofEveryone: readonly TextKey[] = ['settings.mine'];

/** The areas of a person: who administers has all of them, everybody else his own preferences. */
export function areasOf(who: Who | null): readonly Area[] {
  if (!who) return [];
  if (can(who, 'settings.read')) return areas;
  return areas.filter((area) => area.name === 'notifications').map((area) => ({ ...area, rows: ofEveryone }));
}
