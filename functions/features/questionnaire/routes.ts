import { exportAnswersAsFile, findAnswers } from './list-answers.ts';
import { giveAnswer, putOff, readOwnAnswer } from './own.ts';

export const routes = [giveAnswer, putOff, readOwnAnswer, exportAnswersAsFile, findAnswers];
