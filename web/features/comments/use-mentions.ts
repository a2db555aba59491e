import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { mentionBefore } from './mention-text.ts';
import { peopleQuery } from './queries.ts';

type Person = { id: string; name: string };
const settleMs = 150;

export type Mentions = ReturnType<typeof useMentions>;

/** The users matching the text after an @, and the one that Enter would select. */
export function useMentions(reportId: string, choose: (from: number, to: number, person: Person) => void) {
  const [typing, setTyping] = useState<{ from: number; to: number; query: string } | null>(null);
  const [place, setPlace] = useState(0);
  const [wanted] = useDebouncedValue(typing?.query ?? '', settleMs);
  // No suspense: suggestions for what is typed.
  const { data } = useQuery({ ...peopleQuery(reportId, wanted.trim()), enabled: typing !== null });
  const people = typing && data ? data.people : [];
  const active = people[Math.min(place, people.length - 1)] ?? null;
  const close = () => setTyping(null);
  const take = (person: Person) => {
    if (typing) choose(typing.from, typing.to, person);
    close();
  };
  return {
    opened: typing !== null && data !== undefined && (people.length > 0 || typing.query.length > 1),
    people,
    active,
    take,
    close,
    look: (text: string, caret: number) => {
      const found = mentionBefore(text, caret);
      setTyping(found && { ...found, to: caret });
      setPlace(0);
    },
    /** Handles the keys of the open list; true when the key was handled. */
    onKeyDown: (event: KeyboardEvent): boolean => {
      if (!typing || !active) {
        if (typing && event.key === 'Escape') {
          event.preventDefault();
          close();
          return true;
        }
        return false;
      }
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      if (step !== 0) setPlace((now) => (Math.min(now, people.length - 1) + step + people.length) % people.length);
      else if ((event.key === 'Enter' && !event.ctrlKey && !event.metaKey) || event.key === 'Tab') take(active);
      else if (event.key === 'Escape') close();
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  };
}
