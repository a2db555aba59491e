import { askForOpening } from './ask-opening.ts';
import { followOneWake } from './follow-wake.ts';
import { keepOneViewing } from './keep-viewing.ts';
import { wakeOneReport } from './wake-report.ts';

export const routes = [wakeOneReport, followOneWake, askForOpening, keepOneViewing];
