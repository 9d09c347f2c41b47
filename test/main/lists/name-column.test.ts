import { expect, it } from 'vitest'
import { nameColumnOf } from '../../../main/lists/headings.ts'

it.each([
  [['Telefone', 'Nome'], 1],
  [['NOME COMPLETO', 'Fone'], 0],
  [['Nome da mãe', 'Nome do cliente', 'Telefone'], 1],
  [['Produto', 'Cliente', 'WhatsApp'], 1],
  [['Cliente', 'Nome'], 1],
  [['First Name', 'Last Name', 'Phone'], 0],
  [['Qual é o seu nome?', 'Celular'], 0],
])('the names of the people of %j are in column %i', (headings, place) => {
  expect(nameColumnOf(headings)).toBe(place)
})

it.each([
  [['Telefone']],
  [['Nome da mãe', 'Telefone']],
  [['Nome do vendedor', 'Celular do cliente']],
  [['Nome do produto', 'Razão social', 'Nome fantasia']],
  [['', '']],
])('no column of %j has the names of the people', (headings) => {
  expect(nameColumnOf(headings)).toBe(-1)
})
