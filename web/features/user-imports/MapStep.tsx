import { Select } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '../../../domain/format/date.ts';
import { fixedTargets, mappingProblems } from '../../../domain/user-imports/columns.ts';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconArrowLeft, IconArrowRight } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { type Fixed, ForAll } from './ForAll.tsx';
import { HeaderChoice } from './HeaderChoice.tsx';
import { refreshImport, type UserImport } from './queries.ts';
import type { Address } from './use-import-address.ts';
import { fieldName } from './words.ts';

const leftOut = '-';

/** Maps each column to a field, with sample values; sets values for all rows, and what to do with the users. */
export function MapStep({ whole, address }: { whole: UserImport; address: Address }) {
  const { t, language } = useTranslation();
  const client = useQueryClient();
  const zone = useZone();
  const [mapping, setMapping] = useState(whole.mapping);
  const [fixed, setFixed] = useState<Fixed>(whole.fixed);
  const [choices, setChoices] = useState(whole.choices);
  const { save, busy, problem, clear } = useSave();
  const [tried, setTried] = useState(whole.state === 'review');
  const getName = (target: string) => {
    const pattern = whole.custom.find(({ key }) => key === target)?.pattern;
    return fieldName(t, target, whole.custom) + (pattern ? ` (${pattern})` : '');
  };
  const required = whole.custom.filter((field) => field.required).map(({ key }) => key);
  const wrong = mappingProblems(mapping, required);
  const missing = wrong.filter(({ code }) => code === 'missing').map(({ target }) => getName(target));
  const targets = [
    {
      group: t('userImport.personGroup'),
      items: [
        { value: leftOut, label: t('userImport.mapNone') },
        ...fixedTargets.map((target) => ({ value: target, label: fieldName(t, target, []) })),
      ],
    },
    ...(whole.custom.length > 0
      ? [{ group: t('userImport.customGroup'), items: whole.custom.map(({ key, label }) => ({ value: key, label })) }]
      : []),
  ];
  const submit = async () => {
    setTried(true);
    clear();
    const first = missing.length > 0 ? '#import-missing' : '#import-mapping [aria-invalid="true"]';
    if (wrong.length > 0) return document.querySelector<HTMLElement>(first)?.focus();
    await save(async () => {
      await call('PUT /api/auth/user-imports/{id}/mapping', { id: whole.id, mapping, choices, fixed });
      // The review decides by its first counts whether rows in error are hidden: they are to be those of this mapping.
      await refreshImport(client);
      address.go(3);
    });
  };
  return (
    <>
      {whole.before && (
        <Notice
          tone="info"
          action={
            <Button size="s" onClick={() => address.go(4, { id: whole.before?.id ?? null })}>
              {t('userImport.beforeOpen')}
            </Button>
          }
        >
          {t('userImport.before', { at: formatDateTime(language, new Date(whole.before.endedAt), zone), count: whole.before.succeeded })}
        </Notice>
      )}
      {whole.source === 'file' && <HeaderChoice whole={whole} />}
      {missing.length > 0 && (
        <div id="import-missing" tabIndex={-1}>
          <Notice tone={tried ? 'err' : 'warn'}>{t('userImport.mapMissing', { fields: missing.join(', ') })}</Notice>
        </div>
      )}
      <div className="card import-table-card">
        <table id="import-mapping" className="table import-map">
          <caption className="visually-hidden">{t('userImport.mapCaption')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('userImport.mapColumn')}</th>
              <th scope="col">{t('userImport.mapSamples')}</th>
              <th scope="col">{t('userImport.mapField')}</th>
            </tr>
          </thead>
          <tbody>
            {whole.headers.map((head, at) => {
              const name = head || t('userImport.mapUnnamed', { n: at + 1 });
              const target = mapping[at] ?? null;
              const twice = wrong.some(({ column }) => column === at);
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column's key is its position; two may have the same name.
                <tr key={at}>
                  <th scope="row">{name}</th>
                  <td className="muted small import-samples">{whole.samples[at]?.join(' · ') || t('userImport.mapEmpty')}</td>
                  <td>
                    <Select
                      aria-label={t('userImport.mapFieldOf', { name })}
                      data={targets}
                      value={target ?? leftOut}
                      allowDeselect={false}
                      searchable
                      maxDropdownHeight={320}
                      error={twice && target ? t('userImport.mapTwice', { field: fieldName(t, target, whole.custom) }) : undefined}
                      onChange={(next) =>
                        setMapping(mapping.map((each, index) => (index === at ? (next === leftOut ? null : next) : each)))
                      }
                    />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <ForAll whole={whole} fixed={fixed} onFixed={setFixed} choices={choices} onChoices={setChoices} />
      {problem && <Notice tone="err">{problem.text}</Notice>}
      <div className="import-foot">
        <Button icon={IconArrowLeft} onClick={() => address.go(1)}>
          {t('userImport.back')}
        </Button>
        <span className="push" />
        <Button kind="primary" icon={IconArrowRight} loading={busy} onClick={() => void submit()}>
          {t('userImport.next')}
        </Button>
      </div>
    </>
  );
}
