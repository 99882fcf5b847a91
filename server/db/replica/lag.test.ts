import { expect, test } from 'vitest';
import { lagMeter, positionOf } from './lag.ts';

function meter() {
  let clock = 0;
  const lag = lagMeter(() => clock);
  const at = (seconds: number) => {
    clock = seconds * 1000;
    return lag;
  };
  return at;
}

test('positions are compared as numbers, over the end of their second half', () => {
  expect(positionOf('1/0') - positionOf('0/FFFFFFFF')).toBe(1n);
  expect(positionOf('A/0') > positionOf('9/FFFFFFFF')).toBe(true);
});

test('a replica is behind since the oldest position that it has not replayed', () => {
  const at = meter();
  at(0).primaryAt('0/10');
  expect(at(1).replicaAt('0/10', 900)).toBe(0);
  at(2).primaryAt('0/20');
  at(5).primaryAt('0/30');
  expect(at(6).replicaAt('0/18', 900)).toBe(4);
  expect(at(7).replicaAt('0/20', 900)).toBe(2);
  expect(at(9).replicaAt('0/30', 900)).toBe(0);
});

test('one that has never caught up is as old as what it replayed last, and unknown before the primary has answered', () => {
  const at = meter();
  expect(at(0).replicaAt('0/10', 900)).toBeNull();
  at(1).primaryAt('0/20');
  expect(at(2).replicaAt('0/10', 900)).toBe(900);
  expect(at(3).replicaAt('0/20', 901)).toBe(0);
  at(4).forget();
  expect(at(5).replicaAt('0/20', 902)).toBeNull();
});

test('positions that are kept stay few, and the lag stays right', () => {
  const at = meter();
  at(0).primaryAt('0/0');
  at(0).replicaAt('0/0', null);
  for (let second = 1; second <= 5_000; second++) at(second).primaryAt(`0/${second.toString(16)}`);
  expect(at(5_001).replicaAt('0/0', null)).toBe(5_000);
});
