export { GroupSelect } from './GroupDialog.tsx';
export { choicesQuery } from './loader.ts';
