import type { questionnaire as defining } from '../en-US/questionnaire.ts';
import type { Texts } from '../types.ts';

export const questionnaire: Texts<typeof defining> = {
  'settings.area.questionnaire': 'Cargos',
  'settings.area.questionnaire.text':
    'Os cargos que as pessoas indicaram quando foram questionadas depois de entrar. Não dão nenhum direito.',
  'questionnaire.caption': 'Cargos',
  'questionnaire.file': 'cargos',
  'questionnaire.name': 'Pessoa',
  'questionnaire.answer': 'Cargo',
  'questionnaire.at': 'Respondido',
  'questionnaire.all': 'Todas',
  'questionnaire.empty': 'Ainda ninguém respondeu.',
  'questionnaire.silent_one': '{{count}} pessoa não respondeu.',
  'questionnaire.silent_other': '{{count}} pessoas não responderam.',
};
