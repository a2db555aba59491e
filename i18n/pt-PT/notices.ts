import type { notices as defining } from '../en-US/notices.ts';
import type { Texts } from '../types.ts';

export const notices: Texts<typeof defining> = {
  'notices.dismiss': 'Dispensar “{{title}}”',
  'notices.dismissed': 'Dispensado. Continua na caixa de entrada, em Avisos.',
  'notices.gate.acknowledge': 'Li e tomei conhecimento',
  'notices.gate.more_one': 'Ainda há mais {{count}} aviso.',
  'notices.gate.more_other': 'Ainda há mais {{count}} avisos.',
  'notices.own': 'Avisos',
  'notices.own.acknowledged': 'Confirmou a leitura em {{at}}.',
  'notices.own.dismissed': 'Dispensou em {{at}}.',
  'notices.own.empty': 'Nenhum aviso de momento',
  'inbox.tab.notices': 'Avisos',
};
