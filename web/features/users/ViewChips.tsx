import { formatNumber } from '../../../domain/format/number.ts';
import { useTranslation } from '../../i18n.ts';
import { Chip } from '../../ui/Chip.tsx';
import type { ListAnswer } from './loader.ts';
import { type View, views } from './loader.ts';

type Props = { view: View | null; counts: ListAnswer['counts'] | undefined; getHref: (view: View) => string };
// The other views are shown when they contain users.
const always: readonly View[] = ['all', 'A', 'T', 'B', 'I', 'D'];

/** The built-in views of the list with their numbers of users. */
export function ViewChips({ view, counts, getHref }: Props) {
  const { t, language } = useTranslation();
  return views
    .filter((each) => always.includes(each) || each === view || (counts?.[each] ?? 0) > 0)
    .map((each) => (
      <Chip key={each} href={getHref(each)} on={each === view} count={counts && formatNumber(language, counts[each])}>
        {t(`users.view.${each}`)}
      </Chip>
    ));
}
