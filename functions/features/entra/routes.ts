import { forgetOneEntra } from './forget.ts';
import { readOneEntra } from './read.ts';
import { saveOneEntra } from './save.ts';
import { beginEntra } from './start.ts';
import { takeHandoff } from './take-handoff.ts';
import { tryOneEntra } from './try.ts';

export const routes = [beginEntra, takeHandoff, readOneEntra, saveOneEntra, tryOneEntra, forgetOneEntra];
