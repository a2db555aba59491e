import { Menu } from '@mantine/core';
import { type TextKey, useTranslation } from '../../../i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconArrowsSort, IconCheck } from '../../../ui/icons.ts';
import { isReportSort, type ReportSort } from '../loader.ts';

const sorts: readonly { value: ReportSort; text: TextKey }[] = [
  { value: 'title', text: 'reports.sort.title' },
  { value: '-added', text: 'reports.sort.added' },
  { value: '-data', text: 'reports.sort.data' },
];
const own = { value: 'own', text: 'reports.sort.own' } as const;

type Props = { value: ReportSort /** Also offers the user's own order. */; withOwn?: boolean; onChange: (sort: ReportSort) => void };

/** The order of a list; the button names the current one. */
export function SortMenu({ value, withOwn, onChange }: Props) {
  const { t } = useTranslation();
  const offered = withOwn ? [own, ...sorts] : sorts;
  const current = offered.find((sort) => sort.value === value) ?? offered[0];
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <Button size="s" icon={IconArrowsSort} aria-label={`${t('reports.sort')}: ${t(current?.text ?? 'reports.sort.title')}`}>
          {t(current?.text ?? 'reports.sort.title')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={value} onChange={(next) => isReportSort(next) && onChange(next)}>
          {offered.map((sort) => (
            <Menu.RadioItem key={sort.value} value={sort.value} closeMenuOnClick checkIcon={<IconCheck size={15} aria-hidden="true" />}>
              {t(sort.text)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
