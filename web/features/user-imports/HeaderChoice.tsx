import { Select } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useTranslation } from '../../i18n.ts';
import { Notice } from '../../ui/Notice.tsx';
import { refreshImport, type UserImport } from './queries.ts';
import { refusalText } from './words.ts';

type Props = {
  whole: UserImport /** Reads another sheet; null when the file is no longer available. */;
  onSheet?: ((sheet: string) => void) | null;
};

/** The sheet to import, and which of its first rows holds the column headings. */
export function HeaderChoice({ whole, onSheet = null }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { save, busy, problem } = useSave({ words: (error) => refusalText(t, error) });
  const move = (row: number) =>
    save(async () => {
      await call('PUT /api/auth/user-imports/{id}/header', { id: whole.id, row });
      void refreshImport(client);
    });
  return (
    <div className="import-header-choice">
      {onSheet && (
        <Select
          label={t('userImport.sheet')}
          data={whole.sheets}
          value={whole.sheet}
          allowDeselect={false}
          onChange={(sheet) => sheet && sheet !== whole.sheet && onSheet(sheet)}
        />
      )}
      <Select
        label={t('userImport.header')}
        data={whole.lead.map(({ n, cells }) => ({
          value: String(n),
          label: t('userImport.headerRow', { n, cells: cells.filter(Boolean).join(' · ').slice(0, 120) }),
        }))}
        value={String(whole.headerRow)}
        disabled={busy}
        allowDeselect={false}
        onChange={(row) => row && Number(row) !== whole.headerRow && void move(Number(row))}
      />
      {problem && <Notice tone="err">{problem.text}</Notice>}
    </div>
  );
}
