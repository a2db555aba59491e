import { checkDocument } from './check-document.ts';

export const routes = [checkDocument];
