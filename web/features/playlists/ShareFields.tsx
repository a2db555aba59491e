import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import { FilterChip } from '../../ui/Chip.tsx';
import type { Draft, Subject } from './draft.ts';
import { Finder } from './Finder.tsx';
import { peopleQuery } from './queries.ts';

type Props = { people: Subject[]; groups: Subject[]; onChange: (change: Partial<Draft>) => void };

/** The users and groups a playlist is shared with; viewers see only the items they have access to. */
export function ShareFields({ people, groups, onChange }: Props) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<string | null>(null);
  // No suspense: suggestions for what is typed.
  const { data, isPlaceholderData } = useQuery({ ...peopleQuery(asked ?? ''), enabled: asked !== null });
  const without = (list: Subject[], id: string) => list.filter((each) => each.id !== id);
  return (
    <section className="stack" aria-label={t('playlists.share')}>
      <h3>{t('playlists.share')}</h3>
      <p className="muted small">{t('playlists.shareText')}</p>
      {people.length + groups.length > 0 && (
        <div className="row row-wrap">
          {groups.map(({ id, name }) => (
            <FilterChip
              key={id}
              label={name}
              removeLabel={t('playlists.shareRemove', { name })}
              onRemove={() => onChange({ groups: without(groups, id) })}
            />
          ))}
          {people.map(({ id, name }) => (
            <FilterChip
              key={id}
              label={name}
              removeLabel={t('playlists.shareRemove', { name })}
              onRemove={() => onChange({ people: without(people, id) })}
            />
          ))}
        </div>
      )}
      <Finder
        label={t('playlists.shareAdd')}
        placeholder={t('playlists.shareFind')}
        found={
          data && [
            ...data.groups.map((group) => ({ id: group.id, label: <Named name={group.name} text={t('playlists.shareGroup')} /> })),
            ...data.people.map((person) => ({ id: person.id, label: <Named name={person.name} text={person.email} /> })),
          ]
        }
        stale={isPlaceholderData}
        onAsk={setAsked}
        onChoose={(id) => {
          const group = data?.groups.find((each) => each.id === id);
          const person = data?.people.find((each) => each.id === id);
          if (group) onChange({ groups: [...without(groups, id), { id, name: group.name }] });
          if (person) onChange({ people: [...without(people, id), { id, name: person.name }] });
        }}
      />
    </section>
  );
}

const Named = ({ name, text }: { name: string; text: string }) => (
  <span className="playlist-option">
    <span>{name}</span>
    <span className="muted tiny">{text}</span>
  </span>
);
