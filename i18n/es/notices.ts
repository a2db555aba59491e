import type { notices as defining } from '../en-US/notices.ts';
import type { Texts } from '../types.ts';

export const notices: Texts<typeof defining> = {
  'notices.dismiss': 'Descartar “{{title}}”',
  'notices.dismissed': 'Descartado. Sigue en la bandeja de entrada, en Avisos.',
  'notices.gate.acknowledge': 'Lo he leído',
  'notices.gate.more_one': 'Queda {{count}} aviso más.',
  'notices.gate.more_other': 'Quedan {{count}} avisos más.',
  'notices.own': 'Avisos',
  'notices.own.acknowledged': 'Confirmaste la lectura el {{at}}.',
  'notices.own.dismissed': 'Lo descartaste el {{at}}.',
  'notices.own.empty': 'No hay avisos por ahora',
  'inbox.tab.notices': 'Avisos',
};
