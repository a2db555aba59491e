import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { normalize } from './normalize.ts';

/** A statement, and the role that ran it. */
export type Recorded = { role: string; text: string };

export type Recording = {
  record(tag: string, role: string, texts: readonly string[]): void;
  /** Ignores a Worker for a while: random input makes statements that no second run makes. */
  mute(tag: string): void;
  resume(tag: string): void;
};

/**
 * Appends each distinct statement of a role to a file in `folder`. Every endpoint has a separate file, so that several can record at the
 * same time, and writes at once, so that nothing is lost when it is killed.
 */
export function openRecording(folder: string | undefined): Recording {
  if (!folder) return { record: () => {}, mute: () => {}, resume: () => {} };
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${process.pid}-${randomUUID()}`);
  const asked = new Set<string>();
  const written = new Set<string>();
  const muted = new Set<string>();
  const isNew = (set: Set<string>, entry: string) => set.size < set.add(entry).size;
  return {
    record(tag, role, texts) {
      // Only a test's Worker uses a tag. Untagged requests are SQL of the tests themselves, which the product never runs.
      if (!tag || muted.has(tag)) return;
      const entries = texts.filter((text) => isNew(asked, `${role} ${text}`)).map((text) => toLine({ role, text: normalize(text) }));
      const lines = entries.filter((entry) => isNew(written, entry));
      if (lines.length > 0) appendFileSync(file, lines.map((line) => `${line}\n`).join(''));
    },
    mute: (tag) => muted.add(tag),
    resume: (tag) => muted.delete(tag),
  };
}

/** Merges the recordings of a folder: distinct lines, sorted. */
export function readRecordings(folder: string): string[] {
  const lines = readdirSync(folder).flatMap((file) => getLines(readFileSync(join(folder, file), 'utf8')));
  return [...new Set(lines)].toSorted();
}

// One line per statement, prefixed with its role: recordings are compared, sorted and merged line by line.
const toLine = ({ role, text }: Recorded) => `${role}: ${text}`;
export const getLines = (text: string): string[] => text.split('\n').filter((line) => line !== '');
export function fromLine(line: string): Recorded {
  const at = line.indexOf(': ');
  return { role: line.slice(0, at), text: line.slice(at + 2) };
}
