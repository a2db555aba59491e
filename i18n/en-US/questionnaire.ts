/** The answers of the questionnaire, as administrators read them. */
export const questionnaire = {
  'settings.area.questionnaire': 'Job titles',
  'settings.area.questionnaire.text': 'The job titles people gave when they were asked after signing in. They don’t grant any permissions.',
  'questionnaire.caption': 'Job titles',
  'questionnaire.file': 'job-titles',
  'questionnaire.name': 'Person',
  'questionnaire.answer': 'Job title',
  'questionnaire.at': 'Answered',
  'questionnaire.all': 'All',
  'questionnaire.empty': 'No one has answered yet.',
  'questionnaire.silent_one': '{{count}} person has not answered.',
  'questionnaire.silent_other': '{{count}} people have not answered.',
} as const;
