import { giveAnswer, putOff, readOwnAnswer } from './answer.ts';
import { exportAnswersAsFile, findAnswers } from './list-answers.ts';

export const routes = [giveAnswer, putOff, readOwnAnswer, exportAnswersAsFile, findAnswers];
