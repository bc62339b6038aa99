import { describe, expect, it } from 'vitest';
import { contestPart } from '#contests/contest-part.ts';

const [BEARS, WOLVES] = [7, 9] as const;

describe('as whom a person takes part in a contest', () => {
  it('is the person, without a team there, whatever was chosen before', () => {
    expect(contestPart({ teamIds: [], isJoined: true, chosen: undefined })).toBeNull();
    expect(contestPart({ teamIds: [], isJoined: true, chosen: BEARS })).toBeNull();
  });

  it('is the only team, also of who takes part themselves', () => {
    expect(contestPart({ teamIds: [BEARS], isJoined: false, chosen: undefined })).toBe(BEARS);
    expect(contestPart({ teamIds: [BEARS], isJoined: true, chosen: undefined })).toBe(BEARS);
  });

  it('is the person by choice, as long as the person takes part', () => {
    expect(contestPart({ teamIds: [BEARS], isJoined: true, chosen: null })).toBeNull();
    expect(contestPart({ teamIds: [BEARS], isJoined: false, chosen: null })).toBe(BEARS);
  });

  it('waits for a choice between several teams, and for another one when the chosen team is gone', () => {
    expect(contestPart({ teamIds: [BEARS, WOLVES], isJoined: false, chosen: undefined })).toBe('undecided');
    expect(contestPart({ teamIds: [BEARS, WOLVES], isJoined: false, chosen: WOLVES })).toBe(WOLVES);
    expect(contestPart({ teamIds: [BEARS, WOLVES], isJoined: false, chosen: 11 })).toBe('undecided');
  });
});
