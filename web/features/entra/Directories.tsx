import { TextInput } from '@mantine/core';
import { maxDirectories, maxDirectoryName } from '../../../domain/entra/limits.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconPlus, IconTrash } from '../../ui/icons.ts';
import type { EntraForm } from './use-entra-form.ts';

/** The directories whose users may sign in; users of any other directory see that it has no access. */
export function Directories({ form }: { form: EntraForm }) {
  const { t } = useTranslation();
  const { directories } = form.draft;
  const change = (at: number, part: Partial<{ id: string; name: string }>) =>
    form.set(
      'directories',
      directories.map((each, index) => (index === at ? { ...each, ...part } : each)),
    );
  const problem = form.getError('directories');
  return (
    <section className="card card-pad entra-card">
      <h2>{t('entra.directories')}</h2>
      <p className="small muted">{t('entra.directories.text')}</p>
      {directories.map((directory, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other key while they are edited.
        <div key={at} className="entra-row">
          <TextInput
            label={t('entra.directory.id', { n: at + 1 })}
            value={directory.id}
            maxLength={36}
            placeholder="00000000-0000-0000-0000-000000000000"
            onChange={(event) => change(at, { id: event.currentTarget.value.trim() })}
            error={form.getError(`directories.${at}`)}
            autoComplete="off"
            spellCheck={false}
          />
          <TextInput
            label={t('entra.directory.name')}
            value={directory.name}
            maxLength={maxDirectoryName}
            onChange={(event) => change(at, { name: event.currentTarget.value })}
            autoComplete="off"
          />
          <IconButton
            icon={IconTrash}
            label={t('entra.directory.remove', { n: at + 1 })}
            onClick={() =>
              form.set(
                'directories',
                directories.filter((_, index) => index !== at),
              )
            }
          />
        </div>
      ))}
      {problem && (
        <p className="entra-error small" role="alert">
          {problem}
        </p>
      )}
      {directories.length < maxDirectories && (
        <div>
          <Button icon={IconPlus} size="s" onClick={() => form.set('directories', [...directories, { id: '', name: '' }])}>
            {t('entra.directory.add')}
          </Button>
        </div>
      )}
    </section>
  );
}
