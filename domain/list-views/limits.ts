/** How many views of one list a user may keep, and how long their texts may be. */
export const listViewLimits = { perList: 30, name: 60, words: 40, value: 300, columns: 150 } as const;
