import { fixedTargets } from '../../../domain/user-imports/columns.ts';
import type { ImportState } from '../../../domain/user-imports/contract.ts';
import type { exportTexts } from '../../../i18n/server.ts';
import type { CustomTarget } from './learned.ts';
import type { ShownRow } from './rows.ts';

type Texts = ReturnType<typeof exportTexts>;

/** Why a row wasn't imported, in words: all its faults. */
export function getReason(row: ShownRow, texts: Texts, custom: readonly CustomTarget[]): string {
  const getName = (field: string) => {
    const own = fixedTargets.find((target) => target === field);
    return own ? texts[`userImport.field.${own}`] : (custom.find(({ key }) => key === field)?.label ?? field);
  };
  const getPattern = (field: string) => custom.find(({ key }) => key === field)?.pattern ?? '';
  return [...row.problems, ...row.clashes]
    .map(({ field, code, vars }) =>
      Object.entries({ field: getName(field), pattern: getPattern(field), ...vars }).reduce(
        (text, [name, value]) => text.replaceAll(`{{${name}}}`, String(value)),
        texts[`userImport.problem.${code}`],
      ),
    )
    .join(' · ');
}

export function wordOfState(row: ShownRow, state: ImportState, texts: Texts): string {
  if (row.removed) return texts['userImport.state.removed'];
  if (row.state !== 'pending') return texts[`userImport.state.${row.state}`];
  const isBad = row.problems.length + row.clashes.length > 0;
  return state === 'review' || state === 'mapping'
    ? texts[isBad ? 'userImport.state.faulty' : 'userImport.state.ready']
    : texts['userImport.state.pending'];
}
