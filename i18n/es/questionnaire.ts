import type { questionnaire as defining } from '../en-US/questionnaire.ts';
import type { Texts } from '../types.ts';

export const questionnaire: Texts<typeof defining> = {
  'settings.area.questionnaire': 'Cargos',
  'settings.area.questionnaire.text':
    'Los cargos que indicaron las personas cuando se les preguntó después de entrar. No dan ningún derecho.',
  'questionnaire.caption': 'Cargos',
  'questionnaire.file': 'cargos',
  'questionnaire.name': 'Persona',
  'questionnaire.answer': 'Cargo',
  'questionnaire.at': 'Respondido',
  'questionnaire.all': 'Todas',
  'questionnaire.empty': 'Nadie ha respondido aún.',
  'questionnaire.silent_one': '{{count}} persona no ha respondido.',
  'questionnaire.silent_other': '{{count}} personas no han respondido.',
};
