import type { notices as defining } from '../en-US/notices.ts';
import type { Texts } from '../types.ts';

export const notices: Texts<typeof defining> = {
  'notices.dismiss': 'Dispensar “{{title}}”',
  'notices.dismissed': 'Dispensado. Ele continua na caixa de entrada, em Avisos.',
  'notices.gate.acknowledge': 'Li e estou ciente',
  'notices.gate.more_one': 'Ainda há mais {{count}} aviso.',
  'notices.gate.more_other': 'Ainda há mais {{count}} avisos.',
  'notices.own': 'Avisos',
  'notices.own.acknowledged': 'Você confirmou a leitura em {{at}}.',
  'notices.own.dismissed': 'Você dispensou em {{at}}.',
  'notices.own.empty': 'Nenhum aviso no momento',
  'inbox.tab.notices': 'Avisos',
};
